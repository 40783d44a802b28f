"""The board of Calico: its scene, the names of its cells, its input and its preview."""
