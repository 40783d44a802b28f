"""Tools for games at a real table: position editor, scorer, and determinization."""
