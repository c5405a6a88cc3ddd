"""Write the names of chess openings: `python -m tools.generate.chess_openings FOLDER`.

FOLDER holds `a.tsv` to `e.tsv` of the repository `lichess-org/chess-openings` (CC0). A row has an ECO code,
a name and the moves; our table has the keys of the positions after them, and of the unnamed ones before.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import chess

from zaria.records.openings.chess import COMMENT, position_key

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "src/zaria/records/openings/chess.tsv"
HEAD = (
    f"{COMMENT} Names of chess openings: github.com/lichess-org/chess-openings, public domain (CC0 1.0).\n"
    f"{COMMENT} ECO code, name, Polyglot keys of the positions. Written by tools.generate.chess_openings.\n"
    f"{COMMENT} Rows without code and name: other positions of the same lines.\n"
)
IN_A_ROW = 16
"""Keys in a row without a name."""


def rows(folder: Path) -> Iterator[tuple[str, str, list[int]]]:
    """Yield the code and the name of each line, and the keys of its positions; the last one has the name."""
    for volume in "abcde":
        for row in (folder / f"{volume}.tsv").read_text("utf-8").splitlines()[1:]:
            eco, name, moves = row.split("\t")
            board = chess.Board()
            line = []
            for word in moves.split():
                if not word[0].isdigit():
                    board.push_san(word)
                    line.append(position_key(board))
            yield eco, name, line


def table(folder: Path) -> str:
    """Return the text of the table."""
    named: dict[tuple[str, str], list[int]] = {}
    passed: set[int] = set()
    for eco, name, line in rows(folder):
        named.setdefault((eco, name), []).append(line[-1])
        passed.update(line)
    unnamed = sorted(passed.difference(*named.values()))
    lines = [(eco, name, sorted(keys)) for (eco, name), keys in sorted(named.items())]
    for first in range(0, len(unnamed), IN_A_ROW):
        lines.append(("", "", unnamed[first : first + IN_A_ROW]))
    return HEAD + "".join(
        f"{eco}\t{name}\t{' '.join(f'{key:016x}' for key in keys)}\n" for eco, name, keys in lines
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    TABLE.write_text(table(parser.parse_args().folder), "utf-8")
