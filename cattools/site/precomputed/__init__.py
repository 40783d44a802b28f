"""Precomputed answers, which a page uses before Python has loaded: exploring a board, encoding, writing."""
