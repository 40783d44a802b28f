"""The rules of Cattricola: what is in the box, what may be done, what it does, how it is written and counted."""
