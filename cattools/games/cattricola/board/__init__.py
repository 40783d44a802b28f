"""The board of Cattricola: scene and input."""
