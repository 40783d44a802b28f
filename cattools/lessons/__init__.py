"""Live examples, presentations and practice questions, read from data, with checks of their answers and solutions."""
