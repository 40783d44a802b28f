"""Practice of Cat Herders: misconceptions, dense positions, explanations."""
