"""Boards for rule examples: try, judge, find, score, and the walkthrough."""
