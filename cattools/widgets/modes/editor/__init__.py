"""Editors for positions and final scores of games on a real table."""
