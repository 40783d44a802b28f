"""What a reader sees of a game: its scene, icons, seat names and notebook display."""
