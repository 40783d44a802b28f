"""Modes of boards: free play, examples, whole games, and scorers and round trackers for a real table."""
