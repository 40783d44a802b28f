"""The Sphinx extension that turns the book's pages into HTML."""
