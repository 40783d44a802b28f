"""Reference sheets (a game's rules on two printed pages) and score pads, made from the same data as the book."""

from cattools.site.printable.html import Printed, SetUp, set_up, sheet

__all__ = ["Printed", "SetUp", "set_up", "sheet"]
