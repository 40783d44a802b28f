"""The rules of Neko Neko Territory: the box, what is legal, what follows, what is told."""
