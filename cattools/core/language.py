"""The reader's language: which message catalogue is in use."""

from __future__ import annotations

import gettext
import io

from cattools.core.data_files import read_bytes
from cattools.core.errors import OptionError, shorten
from cattools.core.messages import N_, install, text


def use(language: str) -> None:
    """Show all text in `language` from now on ("en" needs no catalogue).

    Raises `OptionError` if there is no catalogue for it.
    """
    if language == "en":
        install(gettext.NullTranslations(), language)
        return
    try:
        catalogue = read_bytes(f"locale/{language}/LC_MESSAGES/cattools.mo")
        install(gettext.GNUTranslations(io.BytesIO(catalogue)), language)
    except (OSError, ValueError) as error:
        found = shorten(language)
        raise OptionError(text(N_("expected a language with a catalogue, found {found}"), found=found)) from error
