"""`zaria serve` with the puzzles of `puzzle_samples`, in place of those that are shipped.

Started by `python -m tests.support.club.puzzle_server serve …`. PUZZLES is the folder of their files.
"""

import os
import sys
from pathlib import Path

from tests.support.fast_engines import think_less
from tests.support.quick_passwords import hash_quickly
from zaria.puzzles import shipped

if __name__ == "__main__":
    from zaria.cli import main as cli

    shipped.FOLDER = Path(os.environ["PUZZLES"])
    think_less()
    hash_quickly()
    sys.exit(cli.main())
