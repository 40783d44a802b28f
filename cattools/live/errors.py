"""The exception that a build reports."""


class BuildError(Exception):
    """A failure that the user can fix; the message is one sentence."""
