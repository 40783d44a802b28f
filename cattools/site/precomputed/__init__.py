"""Answers that a page has before Python runs: explored, encoded and written."""
