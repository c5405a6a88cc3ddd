"""The ratings after one more match or correction. Pure: `reckon` uses the database."""

from collections.abc import MutableMapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ratings import elo
from zaria.club.ratings.models import OVERALL

_SHARES = {1: Decimal(1), 0: Decimal("0.5"), -1: Decimal(0)}


class State(NamedTuple):
    """A player's rating in one game, or over all, and what led to it; `at` is its last change (ms)."""

    rating: Decimal = elo.INITIAL
    best: Decimal = elo.INITIAL
    reached: bool = False
    played: int = 0
    won: int = 0
    lost: int = 0
    winnings: int = 0
    at: int = 0


class Key(NamedTuple):
    """Whose rating, and in what (`OVERALL`: over all games)."""

    player: str
    game: str


States = MutableMapping[Key, State]


class Game(NamedTuple):
    """A rated match that is over: `won` is the side that won it (None: a draw), `score` its points.

    `most`: the most that it adds to winnings. `early_gain` is None, or the most rating points that its winner
    gains, since it ended before enough turns were played.
    """

    at: int
    match: str
    game: str
    players: tuple[str, str]
    won: int | None
    score: tuple[int, int]
    most: int | None = None
    early_gain: Decimal | None = None


class Fix(NamedTuple):
    """The staff sets a rating; `number` orders those of one moment."""

    at: int
    number: int
    key: Key
    rating: Decimal


class Step(NamedTuple):
    """One change: `before` and after it. `result`: 1 won, 0 drawn, -1 lost, None for a correction."""

    key: Key
    at: int
    match: str
    before: Decimal
    after: State
    points: int = 0
    result: int | None = None


Happening = Game | Fix


def in_order(happening: Happening) -> tuple[int, str, int]:
    """The one order in which everything counts: by moment, what the staff set first, then by match."""
    if isinstance(happening, Fix):
        return happening.at, "", happening.number
    return happening.at, happening.match, 0


def keys(happening: Happening) -> tuple[Key, ...]:
    """Whose ratings it changes."""
    if isinstance(happening, Fix):
        return (happening.key,)
    return tuple(Key(player, game) for game in (happening.game, OVERALL) for player in happening.players)


def apply(states: States, happening: Happening) -> list[Step]:
    """Put what follows from it into `states`, and tell it."""
    steps = [_fixed(states, happening)] if isinstance(happening, Fix) else _played(states, happening)
    for step in steps:
        states[step.key] = step.after
    return steps


def points(won: int | None, score: tuple[int, int], side: int, most: int | None = None) -> int:
    """What a match adds to a side's winnings: points won less points lost, each up to `most`.

    The winner of a match has at least one point of it, even if the loser left while leading.
    """
    own, other = (count if most is None else min(count, most) for count in (score[side], score[1 - side]))
    ahead = own - other
    if won is None:
        return ahead
    return max(ahead, 1) if won == side else min(ahead, -1)


def _played(states: States, game: Game) -> list[Step]:
    if game.early_gain is not None and game.won is None:
        return []  # nobody has given anything up
    steps = []
    for track in (game.game, OVERALL):
        pair = [states.get(Key(player, track), State()) for player in game.players]
        for side in (0, 1):
            result = 0 if game.won is None else 1 if game.won == side else -1
            gain = points(game.won, game.score, side, game.most)
            bound = None
            if game.early_gain is not None and result > 0:
                gain, bound = 1, pair[side].rating + game.early_gain
            after = _after(pair[side], pair[1 - side].rating, result, gain, game.at, bound)
            key = Key(game.players[side], track)
            steps.append(Step(key, game.at, game.match, pair[side].rating, after, gain, result))
    return steps


def _after(
    own: State, other: Decimal, result: int, gain: int, at: int, bound: Decimal | None = None
) -> State:
    rating = elo.rated(own.rating, other, _SHARES[result], own.reached)
    rating = rating if bound is None else min(rating, bound)
    return State(
        rating,
        max(own.best, rating),
        own.reached or rating >= elo.SUMMIT,
        own.played + 1,
        own.won + (result > 0),
        own.lost + (result < 0),
        own.winnings + gain,
        at,
    )


def _fixed(states: States, fix: Fix) -> Step:
    before = states.get(fix.key, State())
    after = before._replace(
        rating=fix.rating,
        best=max(before.best, fix.rating),
        reached=before.reached or fix.rating >= elo.SUMMIT,
        at=fix.at,
    )
    return Step(fix.key, fix.at, "", before.rating, after)
