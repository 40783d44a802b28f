"""Hidden information: hands that only their own seat sees, and what an action reveals."""
