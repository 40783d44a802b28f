"""Boards of rule examples: judge, find, score, and the walkthrough."""
