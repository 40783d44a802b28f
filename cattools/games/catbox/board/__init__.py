"""The board of Cat in the Box: its picture, and how it is pressed."""
