"""What the README shows in Python runs as it stands."""

import re
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_blocks_of_the_readme_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 1
    for block in blocks:
        exec(block, {})
