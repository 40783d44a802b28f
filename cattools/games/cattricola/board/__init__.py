"""The board of Cattricola: its picture, and how it is pressed."""
