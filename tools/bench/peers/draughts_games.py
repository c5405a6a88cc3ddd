"""Games of draughts on 10x10 against other programs, as long a move for each.

A share of points from so few games says little more than who is far ahead; docs/measurements/draughts.md has
longer matches. Scan has to be put in its place by hand, because no package registry has it.
"""

from tools.bench import draughts, draughts_opponents
from tools.bench.peers.row import Row, not_measured

from zaria.bots.squares.draughts.engine import DraughtsEngine
from zaria.bots.squares.engine import Limits

SUBJECT = "draughts, games"
GAME = "draughts"
COUNT = 4
"""Games against each program."""
SECONDS = 0.05
"""The time for a move."""


def rows(share: float = 1.0) -> list[Row]:
    """Play this share of `COUNT` against every program that plays the game, at least one pair of games."""
    return [_against(name, share) for name, played in draughts_opponents.GAMES.items() if GAME in played]


def _against(name: str, share: float) -> Row:
    game = draughts.known(GAME)
    try:
        opponent = draughts_opponents.opponent(name, game, SECONDS, None)
    except draughts_opponents.MissingEngineError as error:
        return not_measured(SUBJECT, name, error)
    ours = draughts.searching(DraughtsEngine(game), Limits(seconds=SECONDS))
    results = draughts.match(game, ours, opponent, max(1, round(share * COUNT)), seed=1)
    return Row(SUBJECT, name, None, None, f"Zaria {draughts.summary(results)}, {SECONDS} s a move")
