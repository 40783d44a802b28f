"""The build: its steps, the programs it runs, and the files it bundles."""
