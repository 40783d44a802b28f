"""What boards are for: free play, the kinds of examples, whole games, sheets and trackers for a real table."""
