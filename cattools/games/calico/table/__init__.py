"""Calico at a real table: how finished quilts are entered and counted."""
