"""Live examples as data: what each one asks, how answers are checked, and proof that its own solution is right."""
