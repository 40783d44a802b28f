"""Neko Neko Territory at a real table: a finished park, entered and counted."""
