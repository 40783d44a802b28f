"""The one kind of failure that the site's commands report."""


class BuildError(Exception):
    """Something the user can act on, in one clear sentence."""
