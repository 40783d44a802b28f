"""Sheets for the table: a game's rules on two printed pages, and score pads, from the data that the book is made of."""

from cattools.site.printable.html import Printed, SetUp, set_up, sheet

__all__ = ["Printed", "SetUp", "set_up", "sheet"]
