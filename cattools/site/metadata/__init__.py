"""What search engines, link previews and permanent links read of a page."""
