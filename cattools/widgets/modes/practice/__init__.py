"""Practice: one question after another, and what the reader knows."""
