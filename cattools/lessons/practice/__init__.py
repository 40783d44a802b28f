"""Practice: questions that are generated from the rules, and the choice of what to ask a reader next."""
