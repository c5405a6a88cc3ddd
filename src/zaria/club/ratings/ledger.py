"""The ratings after one more match or correction. Pure: `recompute` uses the database."""

from collections.abc import MutableMapping
from decimal import Decimal
from typing import NamedTuple

from zaria.club.ratings.keys import changed_keys
from zaria.club.ratings.system import RatingState, RatingSystem


class Key(NamedTuple):
    """The player and the name of a rating (`zaria.club.ratings.keys`), which stands for its game."""

    player: str
    game: str


States = MutableMapping[Key, RatingState]


class RatedMatch(NamedTuple):
    """A rated match that is over: `won` is the side that won it (None: a draw), `score` its points.

    `game` is the name of the rating of its game, which for a match by the day is one of its own.

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


class SetRating(NamedTuple):
    """A correction by the staff; `number` orders those of one moment."""

    at: int
    number: int
    key: Key
    rating: Decimal


class LedgerEntry(NamedTuple):
    """One change of a rating, as `Change` stores it: `before` and after it.

    `result`: 1 won, 0 drawn, -1 lost, None for a correction (`match` is then "").
    """

    key: Key
    at: int
    match: str
    before: Decimal
    after: RatingState
    points: int = 0
    result: int | None = None


LedgerEvent = RatedMatch | SetRating


def event_order(event: LedgerEvent) -> tuple[int, str, int]:
    """The one order in which everything counts: by moment, corrections first, then by match."""
    if isinstance(event, SetRating):
        return event.at, "", event.number
    return event.at, event.match, 0


def affected_keys(event: LedgerEvent) -> tuple[Key, ...]:
    """The ratings that an event changes."""
    if isinstance(event, SetRating):
        return (event.key,)
    return tuple(Key(player, game) for game in changed_keys(event.game) for player in event.players)


def apply(system: RatingSystem, states: States, event: LedgerEvent) -> list[LedgerEntry]:
    """Apply an event to `states`, and return the changes."""
    if isinstance(event, SetRating):
        entries = [_set_rating(system, states, event)]
    else:
        entries = _rate_match(system, states, event)
    for entry in entries:
        states[entry.key] = entry.after
    return entries


def points(won: int | None, score: tuple[int, int], side: int, most: int | None = None) -> int:
    """The points that a match adds to a side's winnings: won less lost, each up to `most`.

    The winner of a match has at least one point of it, even if the loser left while leading.
    """
    player_points, opponent_points = score[side], score[1 - side]
    if most is not None:
        player_points, opponent_points = min(player_points, most), min(opponent_points, most)
    ahead = player_points - opponent_points
    if won is None:
        return ahead
    return max(ahead, 1) if won == side else min(ahead, -1)


def _rate_match(system: RatingSystem, states: States, match: RatedMatch) -> list[LedgerEntry]:
    if match.early_gain is not None and match.won is None:
        return []  # nobody has given anything up
    entries = []
    for game in changed_keys(match.game):
        pair = [states.get(Key(player, game), system.initial) for player in match.players]
        for side, state in enumerate(pair):
            result = 0 if match.won is None else 1 if match.won == side else -1
            gain = points(match.won, match.score, side, match.most)
            rated = system.rate(state, pair[1 - side], result, match.at)
            if match.early_gain is not None and result > 0:
                gain, bound = 1, state.rating + match.early_gain
                rated = rated if rated.rating <= bound else system.corrected(state, bound)
            after = _counted(state, rated, result, gain, match.at)
            key = Key(match.players[side], game)
            entries.append(LedgerEntry(key, match.at, match.match, state.rating, after, gain, result))
    return entries


def _counted(before: RatingState, rated: RatingState, result: int, gain: int, at: int) -> RatingState:
    return rated._replace(
        best=max(before.best, rated.rating),
        played=before.played + 1,
        won=before.won + (result > 0),
        lost=before.lost + (result < 0),
        winnings=before.winnings + gain,
        at=at,
    )


def _set_rating(system: RatingSystem, states: States, event: SetRating) -> LedgerEntry:
    before = states.get(event.key, system.initial)
    after = system.corrected(before, event.rating)
    after = after._replace(best=max(before.best, after.rating), at=event.at)
    return LedgerEntry(event.key, event.at, "", before.rating, after)
