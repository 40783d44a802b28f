"""Practice questions of Cat Herders: misconceptions, dense positions and explanations."""
