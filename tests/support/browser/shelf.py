"""Matches that were played long ago in the club that tests of replays and analyses visit."""

from pathlib import Path

from msgspec.structs import replace

from tests.support.browser.arranged_matches import KEY
from tests.support.finished_matches import keep, played
from tests.support.match.dice_matches import Table
from tests.support.records.board_records import sat
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records import convert

LONG = Path(__file__).parents[2] / "records/files/gnubg-7.mat"
NAMES = ("tabla-match", "crazy-gulbar-single", "indiyka-single", "tapa-match")
"""Golden playthroughs with a board of each kind."""
SQUARES = ("draughts", "russian-draughts", "ugolki", "chess")


def fill(data: Path) -> None:
    """Store in a data directory, each under the id of its match: `NAMES` and "tabla-single", on squares
    forty moves of each of `SQUARES` and the twelve of "short-chess", and seven games with the cube, "long";
    of tabla a game that is soon given up, too: "short-tabla".
    """
    *events, ended = convert.read(LONG.read_bytes(), "mat")
    keep(
        data,
        {
            **{name: played(name) for name in (*NAMES, "tabla-single")},
            **{game: sat(game, 1, 40, "resigned") for game in SQUARES},
            "short-tabla": given_up(12),
            "short-chess": sat("chess", 1, 12, "resigned"),
            "long": [*events, replace(ended, secret="00" * 32)],
        },
    )
    (data / "secret-key").write_text(KEY)


def given_up(turns: int) -> list[ev.Event]:
    """A game of tabla in which each side plays whatever comes first, and one resigns after so many turns."""
    table = Table(Terms("tabla"))
    while sum(isinstance(event, ev.TurnPlayed) for event in table.events) < turns:
        table.step()
    side = table.match.turn
    table.do(side, cmd.Resign(3))
    table.do(1 - side, cmd.Accept())
    return table.events
