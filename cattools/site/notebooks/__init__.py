"""The book's pages as notebooks: JupyterLab, nbconvert, and their stored form."""
