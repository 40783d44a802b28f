"""Editors of positions and scores for a game on the table."""
