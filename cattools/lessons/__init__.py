"""Live examples as data: what each asks, how an answer is checked, and the proof that its own solution is right."""
