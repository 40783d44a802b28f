"""The board of Neko Neko Territory: its picture, its cards, how it is pressed, what is told beforehand."""
