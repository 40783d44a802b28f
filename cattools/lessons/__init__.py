"""Live examples as data: the task of each example, the check of answers, and the proof that its solution is right."""
