"""The board of Calico: its picture, what its cells are called, and how it is pressed."""
