"""The table of hypergammon as a file: five chances for each position, in 16 bits."""

import mmap
import os
import struct
from array import array
from pathlib import Path

from zaria.bots.hypergammon.layout import CHANCES, PLACEMENTS, WHOLE
from zaria.bots.hypergammon.solver import Solver
from zaria.bots.probabilities import OutcomeProbabilities

NAME = "hypergammon.table"
HEAD = b"zaria-hypergammon 1\n"
_ROW = struct.Struct(f"<{CHANCES}H")
SIZE = len(HEAD) + _ROW.size * PLACEMENTS * PLACEMENTS
"""Bytes of a file: 107 million."""


class InvalidTableError(ValueError):
    """The file is no table of hypergammon, or is damaged."""


class Table:
    """A file that processes share: of its 107 MB only the parts in use are in memory."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises `InvalidTableError` or `OSError`."""
        with path.open("rb") as file:
            if file.read(len(HEAD)) != HEAD or file.seek(0, os.SEEK_END) != SIZE:
                raise InvalidTableError(f"{path.name} is no table of hypergammon, or is damaged")
            self._cells = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def chances(self, on_roll: int, opponent: int) -> OutcomeProbabilities:
        """Return the chances of the side on roll, whose placement is the first."""
        cells = _ROW.unpack_from(self._cells, len(HEAD) + _ROW.size * (on_roll * PLACEMENTS + opponent))
        win, win2, win3, lose2, lose3 = (cell / WHOLE for cell in cells)
        return OutcomeProbabilities(win, win2, win3, lose2, lose3)


def default_path() -> Path:
    """Return where the table is looked for: in the data directory."""
    return Path(os.environ.get("ZARIA_DATA") or "var").resolve() / NAME


def write(path: Path, solver: Solver) -> None:
    """Write the chances of a solved game atomically."""
    temporary = path.with_name(path.name + ".new")
    cells = array("H", bytes(2 * PLACEMENTS * CHANCES))
    with temporary.open("wb") as file:
        file.write(HEAD)
        for on_roll in range(PLACEMENTS):
            solver.round_row(on_roll, cells)
            file.write(cells.tobytes())
    temporary.replace(path)
