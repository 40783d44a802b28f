"""The rules of Calico: what a position is, what may be done in it, what it brings, and how all of it is told."""
