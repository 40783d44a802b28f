"""Render scenes as SVG, words or canvas calls. This package knows themes and marks, but no rules and no widgets."""
