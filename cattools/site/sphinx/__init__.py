"""The Sphinx extension: how the book's pages become HTML."""
