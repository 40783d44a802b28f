"""Where games, their data files and rarely used modules are found, and how they are read."""
