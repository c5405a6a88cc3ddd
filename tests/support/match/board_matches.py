"""Games on squares at a table in memory."""

from tests.support.match.dice_matches import Table
from zaria.games.board_games import BoardPosition
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms

GAMES = ("russian-draughts", "english-draughts", "giveaway", "draughts", "ugolki", "chess", "chess960")
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
"""Moves that may be made again and again."""


def chess(*moves: str, clock: ClockTerms | None = None) -> Table:
    """A game of chess after these moves."""
    table = Table(Terms("chess", clock=clock))
    for move in moves:
        give(table, move)
    return table


def position(table: Table) -> BoardPosition:
    return table.match.board_position()


def the_move(table: Table, move: str) -> cmd.Move:
    return cmd.Move(move, position(table).plies)


def give(table: Table, move: str) -> list[ev.Event]:
    """Let the side to move make this move."""
    return table.act(the_move(table, move))


def play(table: Table, pick: int = 0) -> list[ev.Event]:
    """Make one of the legal moves."""
    ways = position(table).legal_moves()
    return give(table, ways[pick % len(ways)].move)


def endings(events: list[ev.Event]) -> list[ev.GameEnded]:
    return [event for event in events if isinstance(event, ev.GameEnded)]
