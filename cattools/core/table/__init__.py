"""Help at the table with the box: position editor, scorer, and hidden information sampled."""
