"""Scenes become SVG, words, or canvas calls here; this room knows themes and signs, but no rules and no widgets."""
