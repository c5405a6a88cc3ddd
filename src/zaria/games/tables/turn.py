"""A turn of checkers and how it is written."""

from typing import NamedTuple

import msgspec

from zaria.games.tables.board import BAR, OFF


class Step(NamedTuple):
    """One checker moved by one die, in the mover's own numbers: 25 is the bar, 0 is off.

    `hit` is true when it hit or pinned a checker.
    """

    src: int
    die: int
    dst: int
    hit: bool


class Turn(msgspec.Struct, frozen=True):
    """All the steps of a roll, in an order in which they may be made; none when the turn passes.

    `str()` gives the standard notation: `8/5 6/5`, `bar/20`, `6/off`, `24/18(2)`, `13/7*`, "" for a pass. A
    checker that moves on is written as one move, with the points between only where it hit there.
    """

    steps: tuple[Step, ...] = ()

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The steps as (src, die)."""
        return tuple((step.src, step.die) for step in self.steps)

    def __str__(self) -> str:
        routes = sorted(_routes(self.steps), key=_points, reverse=True)
        words = []
        for k, route in enumerate(routes):
            if k and _points(route) == _points(routes[k - 1]):
                continue
            same = [other for other in routes if _points(other) == _points(route)]
            words.append(_written(same) + (f"({len(same)})" if len(same) > 1 else ""))
        return " ".join(words)


_Route = list[tuple[int, bool]]
"""A checker's way: where it stands one after another, and whether it hit there."""


def _routes(steps: tuple[Step, ...]) -> list[_Route]:
    routes: list[_Route] = []
    for step in steps:
        route = next((route for route in routes if route[-1][0] == step.src), None)
        if route is None:
            route = [(step.src, False)]
            routes.append(route)
        route.append((step.dst, step.hit))
    return [[route[0], *(stop for stop in route[1:-1] if stop[1]), route[-1]] for route in routes]


def _points(route: _Route) -> list[int]:
    return [point for point, _ in route]


def _written(routes: list[_Route]) -> str:
    """One of several equal routes, starred where any of them hit."""
    stops = [
        _name(stops[0][0]) + ("*" if any(hit for _, hit in stops) else "")
        for stops in zip(*routes, strict=True)
    ]
    return "/".join(stops)


def _name(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
