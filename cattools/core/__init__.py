"""Code shared by all games: grids, rules, refusals, scores, timelines, chance, notation, game records and scenes.

This package imports no other package of cattools and nothing outside the standard library.
"""
