"""Practice for Cat in the Box: misconceptions, dense positions, explanations."""
