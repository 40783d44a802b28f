"""The pages that every game has, each made from one template."""

FILE = "pages.toml"  # the texts of a game's pages
