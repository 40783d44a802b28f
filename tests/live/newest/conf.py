"""The test book for the newest Sphinx, without Jupyter Book."""

project = "A book without cats"
extensions = ["myst_nb", "cattools.live"]
exclude_patterns = ["_build", "_toc.yml"]
nb_execution_mode = "force"
nb_execution_timeout = 120
html_theme = "sphinx_book_theme"
html_copy_source = False
html_context = {"default_mode": "auto"}
