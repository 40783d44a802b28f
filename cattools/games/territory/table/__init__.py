"""Tools for games of Neko Neko Territory played on a real table: the scorer and the position editor."""
