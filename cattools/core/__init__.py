"""Code shared by all games: grids, rules, refusals, scores, timelines, chance, notation, records and scenes.

This package imports no other package of cattools and nothing outside the standard library.
"""
