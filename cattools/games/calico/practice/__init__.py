"""Practice for Calico: misconceptions, dense positions, explanations."""
