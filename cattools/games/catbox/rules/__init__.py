"""The rules of Cat in the Box: positions, setup, actions, transitions, scoring, notation and texts."""
