"""What a reader sees of a game: its scene, icons, seat names and the display of notebooks."""
