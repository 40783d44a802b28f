"""Make the ipywidgets of a Jupyter Book live on any static host: Python runs in the reader's browser."""
