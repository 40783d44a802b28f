"""Calico at a real table: the scorer for finished quilts and the position editor."""
