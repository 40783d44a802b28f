"""Practice questions of Cattricola: misconceptions, dense positions and explanations."""
