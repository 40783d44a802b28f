"""The book's pages as notebooks: in JupyterLab, with nbconvert, and their normalized text."""
