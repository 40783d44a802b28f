# ruff: noqa: N999 - the name of what it stands in for
"""Stands in for IPython.core."""
