"""Cat Herders at a real table: any position, set up."""
