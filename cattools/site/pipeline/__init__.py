"""The build: its steps, the programs it starts, and what it bundles."""
