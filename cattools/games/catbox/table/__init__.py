"""Cat in the Box at a real table: a game followed by what everybody there can see."""
