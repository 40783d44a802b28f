"""Bring the translators' catalogues up to date with the templates, and check them.

python -m tools.catalogues update   write the templates and update `locale/<language>/*.po` (`make messages`)
python -m tools.catalogues check    report what is missing or wrong in the catalogues of every language
"""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from markdown_it import MarkdownIt

from tools.compile_catalogues import LOCALE, ROOT, CatalogueError, languages, read
from tools.extract_messages import templates

_TARGET = re.compile(r"\]\(([^)]*)\)")
_CODE = re.compile(r"`[^`]+`")
_TAG = re.compile(r"</?(?!wbr>)[a-z][^>]*>")  # <wbr> is where a long name may break, which depends on the language
_MARKDOWN = MarkdownIt()


def write(language: str, domain: str, catalogue: Catalog) -> None:
    """Write a language's catalogue."""
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=False, include_lineno=False, ignore_obsolete=True, width=120)
    text = re.sub(
        r'(?m)^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Report-Msgid-Bugs-To).*\n',
        "",
        out.getvalue().decode(),
    )
    (LOCALE / language / f"{domain}.po").write_text(text, encoding="utf-8")


def update() -> None:
    """Write the templates, and add their new messages to every language's catalogues; changed ones become fuzzy."""
    for domain, template in templates().items():
        (LOCALE / f"{domain}.pot").write_text(template, encoding="utf-8")
        for language in languages():
            catalogue = read(language, domain)
            catalogue.update(read_po(io.StringIO(template)), update_creation_date=False)
            write(language, domain, catalogue)


def faults(language: str) -> Iterator[str]:
    """Yield one sentence for each missing, fuzzy or faulty entry of a finished language.

    Texts that are only about games less than half translated are not missing: they can be translated later. Numbers
    without a word are not missing either: readers of every language understand them.
    """
    found = [
        (domain, message, entry if entry is not None and entry.string and all(_forms(entry.string)) else None)
        for domain, template in templates().items()
        for catalogue in (read(language, domain),)
        for message in read_po(io.StringIO(template))
        if message.id
        for entry in (catalogue.get(message.id, message.context),)
    ]
    checked = [message for _, message, entry in found if entry is not None and not entry.fuzzy]
    later = _left_for_later([message for _, message, _ in found], checked)
    for domain, message, entry in found:
        file = (LOCALE / language / f"{domain}.po").relative_to(ROOT)
        first = _first(message.id)
        if entry is None:
            has_words = re.search("[A-Za-z]", first)
            if has_words and not any(first in one for one in later):  # tables repeat parts of texts
                yield f"{file}: expected a translation of {first!r}, found none"
        elif not entry.fuzzy:
            yield from (f"{file}: {fault}, in {first!r}" for fault in entry_faults(entry))
        elif not any(first in one for one in later):
            yield f"{file}: expected a checked translation of {first!r}, found a fuzzy one"


def _left_for_later(messages: Sequence[Message], translated: Sequence[Message]) -> list[str]:
    """Return the texts that are only about games less than half translated."""
    whole, done = (Counter(game for message in some for game in _games(message)) for some in (messages, translated))
    new = {game for game, count in whole.items() if 2 * done[game] < count}
    return [_first(message.id) for message in messages if (games := _games(message)) and games <= new]


def _games(message: Message) -> set[str]:
    """Return the games that a message is about, by its files or its links; none if it is also about others."""
    places = [re.match(r"(?:cattools/games|book)/(\w+)/", where) for where, _ in message.locations]
    if all(places):
        return {place[1] for place in places if place}
    return {*re.findall(r"\]\((\w+)/", _first(message.id))} if not any(places) else set()


def entry_faults(entry: Message) -> Iterator[str]:
    """Yield what is wrong with a translation: its gaps, links, code, tags or emphasis differ from the original's."""
    originals = _forms(entry.id)
    for form in _forms(entry.string or ""):
        for what, of in (("gaps", gaps), ("links", _targets), ("code", _code), ("tags", _tags)):
            wanted, found = [of(one) for one in originals], of(form)
            if not any(found == one or (of is _code and _is_typed(found, one)) for one in wanted):
                yield f"expected the {what} {' '.join(wanted[-1]) or 'of no entry'}, found {' '.join(found) or 'none'}"
        if form.count("**") != _asterisks_read(form):
            yield f"expected every ** to begin or end bold type, found {form!r}: put the punctuation outside"
        if form != form.strip():
            yield f"expected no space at either end, found {form!r}"


def gaps(form: str) -> list[str]:
    """Return the names of the gaps in a sentence, in alphabetical order."""
    try:
        return sorted({name for _, name, _, _ in Formatter().parse(form) if name})
    except ValueError:
        return ["a single brace"]


def _forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return _forms(text)[0]


def _targets(form: str) -> list[str]:
    return sorted(_TARGET.findall(form))


def _code(form: str) -> list[str]:
    return sorted(_CODE.findall(form))


def _is_typed(code: Sequence[str], original: Sequence[str]) -> bool:
    """Return whether code is the original's, apart from what readers type in words of their language."""
    kept = Counter(one for one in code if one.isascii())
    return len(code) == len(original) and kept <= Counter(original)


def _tags(form: str) -> list[str]:
    return sorted(_TAG.findall(form))


def _asterisks_read(form: str) -> int:
    """Return the number of double asterisks that Markdown reads as the beginning or the end of bold type."""
    (inline,) = (token for token in _MARKDOWN.parse(f"x {form}") if token.type == "inline")
    return sum(token.type in {"strong_open", "strong_close"} for token in inline.children or ())


def main() -> int:
    """Run the command that is named; return the exit status."""
    try:
        match sys.argv[1:]:
            case ["update"]:
                update()
                return 0
            case ["check"]:
                found = [fault for language in languages() for fault in faults(language)]
                sys.stdout.write("".join(f"{fault}\n" for fault in found))
                return 1 if found else 0
    except CatalogueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stderr.write(f"expected update or check, found {' '.join(sys.argv[1:]) or 'nothing'}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
