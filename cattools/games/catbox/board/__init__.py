"""The board of Cat in the Box: its scene and its input."""
