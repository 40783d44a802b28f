"""Tools for games at a real table: the position editor, the scorer, and determinization."""
