"""The pages that every game has, each made from one template."""

FILE = "pages.toml"  # the texts of a game's pages
SHEET = "printable"  # the page with the reference sheet, whose content is in the same file
