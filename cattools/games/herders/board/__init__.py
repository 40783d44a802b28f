"""The board of Cat Herders: its picture, and how it is pressed."""
