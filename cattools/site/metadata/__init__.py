"""Metadata for search engines and link previews, and permalinks."""
