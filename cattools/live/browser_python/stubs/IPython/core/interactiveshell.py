"""Stub of IPython's shell, which a page does not have."""


class InteractiveShell:
    """Never instantiated; ipywidgets only calls `initialized`."""

    @staticmethod
    def initialized() -> bool:
        """Return False: there is no shell."""
        return False
