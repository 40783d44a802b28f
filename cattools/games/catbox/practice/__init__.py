"""Practice of Cat in the Box: misconceptions, dense positions, explanations."""
