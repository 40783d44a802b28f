"""Practice: questions that the rules make themselves, and what a reader is asked next."""
