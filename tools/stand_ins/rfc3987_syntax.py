"""Stands in for the package of this name, which takes a second to import; jsonschema works without it.

All that it does is to check IRIs by grammars that it compiles at its import; no schema here has a field of that format.
"""

raise ImportError
