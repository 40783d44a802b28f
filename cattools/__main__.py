"""`python -m cattools`: the same as the `cattools` command."""

import sys

from cattools.cli import main

if __name__ == "__main__":
    sys.exit(main())
