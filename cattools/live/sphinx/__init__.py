"""The Sphinx extension that makes a book's widgets live."""
