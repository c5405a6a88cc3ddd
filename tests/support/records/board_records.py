"""Games on squares for tests of the formats, played at a table by the rules."""

import random
from functools import cache

from tests.support.match.dice_matches import Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms

DRAUGHTS = ("russian-draughts", "english-draughts", "giveaway", "draughts")
FORMS = {**dict.fromkeys(DRAUGHTS, "pdn"), "chess": "pgn", "chess960": "pgn"}
ENDINGS = ("resigned", "time", "left", "left_draw", "draw", "void", "open")
"""Ways to end a game that the rules have not ended."""

_CLOCK = ClockTerms(bank=300_000, increment=5_000)


@cache
def sat(game: str, seed: int, plies: int = 60, ending: str = "open") -> tuple[ev.Event, ...]:
    """A game of random moves, ended so after `plies` of them if it has not ended by itself."""
    rng = random.Random(seed)
    table = Table(Terms(game, clock=_CLOCK))
    while table.match.phase == "move" and table.match.board_position().plies < plies:
        position = table.match.board_position()
        table.now += 1_000
        table.act(cmd.Move(rng.choice(position.legal_moves()).move, position.plies))
    if table.match.phase == "move":
        _end(table, ending)
    return tuple(table.events)


def _end(table: Table, ending: str) -> None:
    if ending == "resigned":
        table.do(1 - table.match.turn, cmd.Resign(1))
    elif ending in ("left", "left_draw"):
        table.do(1, cmd.Claim("win" if ending == "left" else "draw"))
    elif ending == "void":
        table.do(0, cmd.Abort())
    elif ending == "draw":
        table.do(0, cmd.OfferDraw())
        table.do(1, cmd.AcceptDraw())
    elif ending == "time":
        table.now += 10_000_000
        table.do(None, cmd.Flag())


def moves(events: tuple[ev.Event, ...] | list[ev.Event]) -> list[tuple[int, str, str]]:
    """The side and the move, and its notation."""
    return [(event.side, event.move, event.text) for event in events if isinstance(event, ev.Moved)]


def endings(events: tuple[ev.Event, ...] | list[ev.Event]) -> list[tuple[object, ...]]:
    """The end of the game and of the match."""
    ended = [(e.winner, e.points, e.kind, e.how, e.why) for e in events if isinstance(e, ev.GameEnded)]
    closed = [(e.winner, e.score) for e in events if isinstance(e, ev.MatchEnded)]
    return [*ended, *closed]


def kings(game: str, seed: int) -> str:
    """A position with two kings and many men, where one piece can go from here to there in several ways."""
    rng = random.Random(seed)
    size = games.board_game(game).size
    half = size // 2
    light = rng.sample(range(1, size * half + 1), 2)
    dark = [n for n in rng.sample(range(half + 1, size * half - half + 1), size) if n not in light]
    names = {n: str(n) for n in [*light, *dark]}
    if size == 8:
        # Programs number the squares of Russian draughts from either end.
        names = {n: f"{'bdfhaceg'[(n - 1) % 8]}{8 - (n - 1) // 4}" for n in names}
    return f"W:W{','.join('K' + names[n] for n in light)}:B{','.join(names[n] for n in dark)}"
