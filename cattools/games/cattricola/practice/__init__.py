"""Practice of Cattricola: misconceptions, dense positions, explanations."""
