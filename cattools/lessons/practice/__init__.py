"""Practice: questions that are generated from the rules, and the choice of the next question for a reader."""
