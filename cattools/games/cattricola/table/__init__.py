"""Tools for games of Cattricola played on a real table: the scorer and the position editor."""
