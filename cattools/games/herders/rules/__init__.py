"""The rules of Cat Herders: what may happen, what follows, what it counts."""
