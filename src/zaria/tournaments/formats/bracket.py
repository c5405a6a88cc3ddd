"""Shared parts of formats with a bracket: places whose neighbours meet."""

from collections.abc import Iterable, Sequence

from zaria.tournaments.field import Field, Meeting, Round

Place = str | None
"""A player, or None in an empty place."""


def size_for(players: int) -> int:
    """Return the number of places: the next power of two."""
    return 1 << max(0, players - 1).bit_length()


def drawn_places(order: Sequence[str]) -> list[Place]:
    """Return the places of a drawn bracket: players in the order of the draw, byes spread evenly among them.

    No two byes meet: nobody reaches the third round without a match.
    """
    pairs, byes = size_for(len(order)) // 2, size_for(len(order)) - len(order)
    places, players = [], iter(order)
    for pair in range(pairs):
        free = byes * (pair + 1) // pairs > byes * pair // pairs
        places += [next(players), None if free else next(players)]
    return places


def seeded_places(order: Sequence[str]) -> list[Place]:
    """Return the places of a seeded bracket: the best two meet only in the final, and byes go to the best."""
    seeds = [0]
    while len(seeds) < size_for(len(order)):
        count = 2 * len(seeds)
        seeds = [number for seed in seeds for number in (seed, count - 1 - seed)]
    return [order[seed] if seed < len(order) else None for seed in seeds]


def meetings_of(places: Sequence[Place], field: Field) -> list[Meeting]:
    """Return the meetings of neighbours; a player who has withdrawn leaves an empty place."""
    present = [None if place in field.withdrawn else place for place in places]
    return [
        Meeting.of(player, opponent) for player, opponent in zip(present[::2], present[1::2], strict=True)
    ]


def winners(meetings: Round | Sequence[Meeting]) -> list[Place]:
    """Return the places of the next round."""
    return [meeting.winner for meeting in meetings]


def losers(meetings: Iterable[Meeting]) -> list[Place]:
    """Return the players who lost to an opponent, by their place in the round."""
    return [meeting.loser for meeting in meetings]
