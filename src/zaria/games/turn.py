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


class Turn(msgspec.Struct, frozen=True, gc=False):
    """All the steps of a stage, in an order in which they may be made; none when the turn passes.

    `str()` gives the standard notation: `8/5 6/5`, `bar/20`, `6/off`, `24/18(2)`, `13/7*`, "" for a pass. A
    checker that moves on is written as one move, with the points between only where it hit there.
    """

    steps: tuple[Step, ...] = ()

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The steps as (src, die)."""
        return tuple([step[:2] for step in self.steps])

    def __str__(self) -> str:
        routes = _routes(self.steps)
        if len(routes) == 1:
            return _written(routes[0])
        routes.sort(reverse=True)
        ways = [route[:-1] for route in routes]
        words = []
        for at, way in enumerate(ways):
            if at == 0 or way != ways[at - 1]:
                times = ways.count(way)
                word = _written(routes[at])
                words.append(word if times == 1 else f"{word}({times})")
        return " ".join(words)


_HIT, _NO_HIT = -1, -2
"""Ends of a route, less than any point: of two equal routes the one that hit comes first."""

_NAMES = ("off", *(str(point) for point in range(1, 25)), "bar")


def _routes(steps: tuple[Step, ...]) -> list[list[int]]:
    """Each checker's way: where it started, where it hit on its way, where it ended, whether it hit there."""
    routes: list[list[int]] = []
    for src, _, dst, hit in steps:
        mark = _HIT if hit else _NO_HIT
        for route in routes:
            if route[-2] == src:
                if route[-1] == _HIT:
                    route[-1:] = dst, mark
                else:
                    route[-2:] = dst, mark
                break
        else:
            routes.append([src, dst, mark])
    return routes


def _written(route: list[int]) -> str:
    star = "*" if route[-1] == _HIT else ""
    if len(route) == 3:
        return f"{_NAMES[route[0]]}/{_NAMES[route[1]]}{star}"
    between = "".join([f"{_NAMES[point]}*/" for point in route[1:-2]])
    return f"{_NAMES[route[0]]}/{between}{_NAMES[route[-2]]}{star}"
