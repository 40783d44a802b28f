"""The steps that make the live page's files."""
