"""An interactive rulebook for five cat (and cattle) board games."""
