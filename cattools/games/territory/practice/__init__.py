"""Practice of Neko Neko Territory: misconceptions, dense positions, explanations."""
