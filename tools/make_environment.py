"""Create `.venv` (environment.py), or say that this Python is too old.

Every Python, even Python 2, can parse this file; otherwise an old one would report a syntax error, not its version.
"""

import os
import runpy
import sys

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - Python 2 has no pathlib

if sys.version_info < OLDEST:
    folders = os.environ.get("PATH", "").split(os.pathsep)
    newer = ["python3." + str(minor) for minor in range(20, 10, -1)]
    found = [name for name in newer if any(os.access(os.path.join(one, name), os.X_OK) for one in folders)]  # noqa: PTH118
    advice = "run make with PYTHON=" + (found[0] if found else "python3.12 after installing it")
    version = ".".join(map(str, sys.version_info[:2]))
    sys.exit("cattools needs Python 3.11 or newer, but " + sys.executable + " is " + version + "; " + advice + ".")

runpy.run_path(os.path.join(HERE, "environment.py"), run_name="__main__")  # noqa: PTH118
