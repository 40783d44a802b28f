"""The rules of Cattricola: components, legal actions and their effects, notation and scoring."""
