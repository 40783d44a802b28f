"""What all games share: grids, rules, refusals, scores, timelines, chance, notation, records, scenes.

Nothing here imports another room of cattools, and nothing outside the standard library.
"""
