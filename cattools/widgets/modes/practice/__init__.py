"""Practice: questions one after the other, and what a reader knows."""
