"""Heuristic estimates: the chance to win a position, and the points of the win."""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from zaria.bots.heuristic import hit, no_contact, pin, single
from zaria.bots.heuristic.table import CheckersByPoint, Counts, pips
from zaria.games.contact import ContactRule
from zaria.games.protocols import Position


class Style(NamedTuple):
    """The evaluation of tables with one contact rule.

    * evaluate: the evaluation of a table, in pips;
    * spread, spread_by_pip: its uncertainty in pips, at the end and for each pip still to go; fitted to 300
      games of the heuristic player with itself.
    """

    evaluate: Callable[[CheckersByPoint], float]
    spread: float
    spread_by_pip: float


STYLES: Mapping[ContactRule, Style] = {
    ContactRule.HIT: Style(hit.evaluate, 4.0, 0.4),
    ContactRule.PIN: Style(pin.evaluate, 4.0, 0.3),
    ContactRule.SINGLE: Style(single.evaluate, 4.0, 0.6),
    ContactRule.NONE: Style(no_contact.evaluate, 20.0, 1.0),
}

_ROLL = 8.17
"""Pips in an average roll, doublets counted."""

_FAR = {"gulbara": 12}
"""A side with a checker beyond this point loses most (in every other game: 18, the start quarter)."""


def evaluate(position: Position, side: int) -> float:
    """The evaluation for `side` when the other one is to roll; unit: pips."""
    value = STYLES[position.game.contact].evaluate(CheckersByPoint.of(position, side))
    return -value if position.game.misere else value


def chance(position: Position, side: int) -> float:
    """A rough chance (0 to 1) that `side` wins from here; the side on turn is to roll."""
    game = position.game
    tempo = -_ROLL / 2 if (position.turn == side) == game.misere else _ROLL / 2
    to_go = min(position.pips(0), position.pips(1))
    style = STYLES[game.contact]
    spread = style.spread + style.spread_by_pip * to_go
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, (evaluate(position, side) + tempo) / spread))))


def likely_points(position: Position, winner: int) -> int:
    """The points that `winner` may expect, before the cube, if that side plays on and wins."""
    game = position.game
    least = position.unavoidable(1 - winner)
    # In misere the winner is the side behind, so its own checkers count.
    ahead, behind = (1 - winner, winner) if game.misere else (winner, 1 - winner)
    points = max(least, _class_of(position, position.counts(ahead), position.counts(behind)))
    return max(won for won, _ in game.classes if won <= max(points, 1))


def _class_of(position: Position, ahead: Counts, behind: Counts) -> int:
    """The class of a win over `behind`, judged by how long the other side will take."""
    if behind[0] or not position.game.contact.shares_road:
        return 1
    kinds = {kind: points for points, kind in position.game.classes}
    scoring = getattr(position.game.options, "scoring", "")
    turns = max(pips(ahead) / _ROLL, sum(ahead[1:]) / 2.2)
    if "koks" in kinds and _turns_out_of(behind, _FAR.get(scoring, 18)) > turns:
        return kinds["koks"]
    home = _turns_out_of(behind, 6)
    if home > turns:
        return 2
    if scoring in ("tabla", "tabla12", "nardy") and home + 1.0 > turns:
        return kinds.get("home_mars", 2)
    return 1


def _turns_out_of(counts: Counts, last: int) -> float:
    """Turns until no checker is beyond point `last`."""
    return sum((point - last) * n for point, n in enumerate(counts) if point > last) / _ROLL
