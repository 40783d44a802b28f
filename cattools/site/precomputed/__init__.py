"""Precomputed answers, which a page uses before Python has loaded: these modules compute, encode and write them."""
