"""The reader's language: which message catalogue is in use."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Mapping

from cattools.core.errors import OptionError, shorten
from cattools.core.loading.data_files import has, read_bytes
from cattools.core.messages import N_, SOURCE, install, text

LANGUAGES = (SOURCE, "ja")  # the languages of the book: every message is translated into them
SETTING = "CATTOOLS_LANGUAGE"
_SYSTEMS = ("LC_ALL", "LC_MESSAGES", "LANG")  # the system's settings, as gettext reads them


def catalogue_bytes(language: str, domain: str = "cattools") -> bytes:
    """Return a language's compiled catalogue. Raises `OptionError` if there is none."""
    try:
        return read_bytes(f"locale/{language}/LC_MESSAGES/{domain}.mo")
    except OSError as error:
        raise _no_catalogue(language) from error


def has_catalogue(language: str, domain: str) -> bool:
    """Return whether a language has a compiled catalogue of this name."""
    return has(f"locale/{language}/LC_MESSAGES/{domain}.mo")


def _no_catalogue(language: str) -> OptionError:
    return OptionError(text(N_("expected a language with a catalogue, found {found}"), found=shorten(language)))


def catalogue(language: str, domain: str = "cattools") -> gettext.NullTranslations:
    """Return a language's catalogue; that of English is empty.

    Raises `OptionError` if there is no catalogue for it.
    """
    if language == SOURCE:
        return gettext.NullTranslations()
    data = catalogue_bytes(language, domain)
    try:
        return gettext.GNUTranslations(io.BytesIO(data))
    except (OSError, ValueError) as error:
        raise _no_catalogue(language) from error


def use(language: str) -> None:
    """Show all text in `language` from now on, such as "en" or "ja".

    Raises `OptionError` if there is no catalogue for it.

    >>> use("en")
    """
    install(catalogue(language))


def use_setting(environment: Mapping[str, str]) -> str:
    """Use the language that `CATTOOLS_LANGUAGE` or else the system names, and English if there is no such catalogue.

    Return a sentence if `CATTOOLS_LANGUAGE` names a language without a catalogue, otherwise an empty string.
    """
    wanted = environment.get(SETTING, "")
    system = re.match("[a-z]*", next(filter(None, map(environment.get, _SYSTEMS)), ""))
    use(SOURCE)  # unless there is a catalogue
    try:
        use(wanted or (system[0] if system and system[0] in LANGUAGES else SOURCE))
    except OptionError as error:
        return f"{SETTING}: {error}" if wanted else ""
    return ""
