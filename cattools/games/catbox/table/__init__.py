"""Cat in the Box at a real table: the round tracker, which knows only public information, and the position editor."""
