"""Builds a graded decision from the possible choices and their equities."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots.analysis.marks import mark
from zaria.bots.analysis.shape import Choice, Decision, Kind, Marks

SHOWN = 5
"""The number of best choices beside the played one."""

DIGITS = 4
"""Decimal places of equities, chances and losses."""


class Situation(NamedTuple):
    """The frame and game of a match in which a side decides, its dice, and the value of the cube."""

    frame: int
    game: int
    side: int
    dice: tuple[int, ...] = ()
    cube: int = 1


def grade(
    kind: Kind,
    situation: Situation,
    choices: Sequence[Choice],
    lines: Marks,
    *,
    ways: int | None = None,
    counted: bool = True,
    agrees: bool | None = None,
) -> Decision:
    """The decision between these choices, one of which is marked as played.

    The best choice is the first with the greatest equity. `ways`: the number of possible choices, if more
    than these. `counted`: the decision counts even without a loss; one with a loss always counts.
    """
    ordered = _placed(choices)
    played = next(choice for choice in ordered if choice.played)
    loss = played.loss
    return Decision(
        frame=situation.frame,
        game=situation.game,
        side=situation.side,
        kind=kind,
        played=played.text,
        best=played.text if not loss else ordered[0].text,
        loss=loss,
        mark=mark(loss, lines),
        ways=len(choices) if ways is None else ways,
        counted=counted or loss > 0,
        dice=situation.dice,
        cube=situation.cube,
        agrees=agrees,
        choices=tuple(choice for choice in ordered if choice.place <= SHOWN or choice.played),
    )


def _placed(choices: Sequence[Choice]) -> list[Choice]:
    """Sort the choices, the best first, and of equal ones the played one."""
    ordered = sorted(choices, key=lambda choice: (-choice.equity, not choice.played))
    best = ordered[0].equity
    return [
        replace(
            choice,
            place=place,
            equity=round(choice.equity, DIGITS),
            loss=round(best - choice.equity, DIGITS),
        )
        for place, choice in enumerate(ordered, 1)
    ]
