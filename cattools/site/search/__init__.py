"""The index of the search box."""
