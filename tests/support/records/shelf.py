"""Matches that were played long ago in one club; tests read their records, positions and analyses."""

from pathlib import Path

from tests.support.finished_matches import keep, shelve
from tests.support.match.dice_matches import Table
from tests.support.records.board_records import FORMS, sat
from zaria.match import commands as cmd
from zaria.match.events import Event
from zaria.match.terms import Terms

PLAYTHROUGHS = (
    "tabla-match",
    "tapa-restart",
    "crazy-gulbar-agreed",
    "short-nardy-5s-paritet",
    "crazy-gulbar-single",
    "indiyka-single",
    "three-games-match",
    "tabla-single",
)
"""Golden playthroughs, each under its own name."""
ON_SQUARES = (*FORMS, "ugolki", "drawn", "void")


def on_squares(name: str) -> tuple[Event, ...]:
    """A game on squares: one that was resigned has the name of its game."""
    if name == "drawn":
        return sat("chess", 2, 8, "draw")
    return sat("draughts", 2, 2, "void") if name == "void" else sat(name, 1, 40, "resigned")


def fill(data: Path) -> None:
    """Store them all, and matches that were cleared, were left, or still run."""
    shelve(data, *PLAYTHROUGHS)
    cleared, abandoned, running = (
        Table(Terms("tabla"), seated=False),
        Table(Terms("tabla")),
        Table(Terms("tabla")),
    )
    cleared.do(0, cmd.Cancel())
    abandoned.do(1, cmd.Claim("win"))
    unfinished = {"cleared": cleared.events, "left": abandoned.events, "running": running.events}
    keep(data, {**{name: on_squares(name) for name in ON_SQUARES}, **unfinished})
