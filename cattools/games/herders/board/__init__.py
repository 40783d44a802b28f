"""The board of Cat Herders: scene and input."""
