"""The position editor of Cat Herders, for games on a real table."""
