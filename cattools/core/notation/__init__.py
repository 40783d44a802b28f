"""How actions and positions are written: declared once, then read, written and checked."""
