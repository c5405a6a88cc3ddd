"""Matches that were played long ago in the club that tests of replays and analyses visit."""

from pathlib import Path

from msgspec.structs import replace

from tests.support.browser.arranged_matches import KEY
from tests.support.finished_matches import keep, played
from tests.support.records.board_records import sat
from zaria.records import convert

LONG = Path(__file__).parents[2] / "records/files/gnubg-7.mat"
NAMES = ("tabla-match", "crazy-gulbar-single", "indiyka-single", "tapa-match")
"""Golden playthroughs with a board of each kind."""
SQUARES = ("draughts", "russian-draughts", "ugolki", "chess")


def fill(data: Path) -> None:
    """Store in a data directory, each under the id of its match: `NAMES` and "tabla-single", on squares
    forty moves of each of `SQUARES` and the twelve of "short-chess", and seven games with the cube, "long".
    """
    *events, ended = convert.read(LONG.read_bytes(), "mat")
    keep(
        data,
        {
            **{name: played(name) for name in (*NAMES, "tabla-single")},
            **{game: sat(game, 1, 40, "resigned") for game in SQUARES},
            "short-chess": sat("chess", 1, 12, "resigned"),
            "long": [*events, replace(ended, secret="00" * 32)],
        },
    )
    (data / "secret-key").write_text(KEY)
