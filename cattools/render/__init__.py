"""Renders scenes as SVG, words or canvas calls. It knows themes and marks, but no rules and no widgets."""
