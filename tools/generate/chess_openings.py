"""Write the names of chess openings: `python -m tools.generate.chess_openings FOLDER`.

FOLDER holds `a.tsv` to `e.tsv` of the repository `lichess-org/chess-openings` (CC0). A row has an ECO code,
a name and the moves; our table has the keys of the positions after them.
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
)


def rows(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Yield the code and the name of each line, and the key of its last position, which has the name."""
    for volume in "abcde":
        for row in (folder / f"{volume}.tsv").read_text("utf-8").splitlines()[1:]:
            eco, name, moves = row.split("\t")
            board = chess.Board()
            for word in moves.split():
                if not word[0].isdigit():
                    board.push_san(word)
            yield eco, name, position_key(board)


def table(folder: Path) -> str:
    """Return the text of the table."""
    named: dict[tuple[str, str], list[int]] = {}
    for eco, name, key in rows(folder):
        named.setdefault((eco, name), []).append(key)
    return HEAD + "".join(
        f"{eco}\t{name}\t{' '.join(f'{key:016x}' for key in sorted(keys))}\n"
        for (eco, name), keys in sorted(named.items())
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    TABLE.write_text(table(parser.parse_args().folder), "utf-8")
