"""Practice of Calico: misconceptions, dense positions, explanations."""
