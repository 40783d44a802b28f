"""Practice questions of Neko Neko Territory: misconceptions, dense positions and explanations."""
