"""Stands in for IPython's shell, which a page does not have."""


class InteractiveShell:
    """Never made; ipywidgets asks whether it was."""

    @staticmethod
    def initialized() -> bool:
        """Answer that no shell was started."""
        return False
