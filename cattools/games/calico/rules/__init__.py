"""The rules of Calico: positions, setup, actions and their legality, transitions, scoring, notation and texts."""
