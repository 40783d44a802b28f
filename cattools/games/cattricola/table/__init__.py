"""What a table needs that plays Cattricola without this book: the sheet on which its end is counted."""
