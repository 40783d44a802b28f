"""The Content Security Policy: a page loads only the site's files, and runs only inline scripts whose hash is listed.

Every page contains the policy. The file `_headers` repeats it, with two more headers, for hosts that read such a file;
only as a header does the policy also apply to the kernel's worker.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import TYPE_CHECKING

from cattools.live.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HEADERS = "_headers"
# Headers that are the same for every site: browsers trust a file's type, and other hosts do not learn the page's URL.
ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
_RULES = (
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    # Widgets and pictures have inline styles; the theme's style sheets have icons as data URLs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
)
_INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_META = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_CHARSET = re.compile(r'<meta charset="[^"]*" ?/?>')  # must be within a page's first 1024 bytes


def policy(scripts: Iterable[str]) -> str:
    """Return the policy that allows these inline scripts and no others."""
    hashes = sorted({base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts})
    allowed = "".join(f" 'sha256-{digest}'" for digest in hashes)
    return "; ".join(rule + allowed * rule.startswith("script-src") for rule in _RULES)


def guard(outdir: Path) -> None:
    """Write the policy into every page of a built book and into `_headers`.

    Raises `BuildError` if a page does not declare its charset: the policy follows that tag.
    """
    known: set[str] = set()
    for page in sorted(outdir.rglob("*.html")):
        before = page.read_text("utf-8")
        text = _META.sub("", before)
        scripts = set(_INLINE.findall(text))
        known |= scripts
        tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(scripts)}">'
        text, count = _CHARSET.subn(rf"\g<0>{tag}", text, count=1)
        if not count:
            raise BuildError(f"{page}: expected a tag such as <meta charset='utf-8'>, found none")
        if text != before:
            page.write_text(text, "utf-8")
    headers = {"Content-Security-Policy": policy(known), **ALWAYS}
    (outdir / HEADERS).write_text("/*\n" + "".join(f"  {name}: {value}\n" for name, value in headers.items()), "utf-8")
