# ruff: noqa: N999 - the name of the package it replaces
"""Stub of IPython.core."""
