"""The rules of Cat in the Box: what may happen, what follows, what it counts."""
