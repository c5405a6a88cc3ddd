"""A turn of checkers and how it is written."""

from typing import NamedTuple, TypeAlias

import msgspec

Moves: TypeAlias = "tuple[tuple[int, int], ...] | list[tuple[int, int]]"
"""Steps as (src, die), in the mover's own numbers."""


class Step(NamedTuple):
    """One checker moved by one die, in the mover's own numbers: 25 is the bar (or hand), 0 is off.

    `hit` is true when it hit or pinned a checker.
    """

    src: int
    die: int
    dst: int
    hit: bool


class Turn(msgspec.Struct, frozen=True):
    """All the steps of a stage, in an order in which they may be made; none when the turn passes.

    `str()` gives the standard notation: `8/5 6/5`, `bar/20`, `6/off`, `24/18(2)`, `13/7*`, "" for a pass. A
    checker that moves on is written as one move, with the points between only where it hit there.
    """

    steps: tuple[Step, ...] = ()

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The steps as (src, die)."""
        return tuple([(step.src, step.die) for step in self.steps])

    def __str__(self) -> str:
        ways: dict[_Way, list[_Route]] = {}
        for route in _routes(self.steps):
            ways.setdefault(tuple([point for point, _ in route]), []).append(route)
        return " ".join([_written(ways[way]) for way in sorted(ways, reverse=True)])


_Way = tuple[int, ...]
"""Where a checker stands one after another."""

_Route = list[tuple[int, bool]]
"""A checker's way, and whether it hit where it stood."""

_NAMES = ("off", *(str(point) for point in range(1, 25)), "bar")


def _routes(steps: tuple[Step, ...]) -> list[_Route]:
    routes: list[_Route] = []
    for step in steps:
        for route in routes:
            if route[-1][0] == step.src:
                break
        else:
            route = [(step.src, False)]
            routes.append(route)
        route.append((step.dst, step.hit))
    return [[route[0], *[stop for stop in route[1:-1] if stop[1]], route[-1]] for route in routes]


def _written(routes: list[_Route]) -> str:
    """Equal routes, starred where any of them hit."""
    text = "/".join(
        [_NAMES[stops[0][0]] + "*" * any(hit for _, hit in stops) for stops in zip(*routes, strict=True)]
    )
    return text if len(routes) == 1 else f"{text}({len(routes)})"
