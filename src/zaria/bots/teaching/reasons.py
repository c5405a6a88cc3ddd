"""The reasons why a turn is worse than the best one, in a few words.

A reason is a code and its numbers; the page has a sentence for each, `train_why_…`
(`zaria.web.messages.analysis`).
"""

from collections.abc import Sequence

import msgspec

from zaria.bots.analysis.shape import Choice, Decision
from zaria.games.contact import ContactRule
from zaria.games.dice import ROLLS, ways
from zaria.games.protocols import Position
from zaria.games.turn import Turn

MOST = 3
"""The most reasons given."""

SHOTS = 3
"""The least number of additional rolls of 36 against a checker that makes a reason."""

PERCENT = 1.0
"""The least difference of chances that makes a reason, in per cent."""

GOOD_POINTS = (4, 5, 6, 7, 18, 20, 21)
"""Points worth making in games of hitting, in one's own numbers: blocks before home, and anchors."""

_LOST = {"chess": "pawns", "chess960": "pawns", "giveaway": "", "ugolki": ""}
"""Words for lost material by game, if not men; "" where material does not count, or is lost on purpose."""

SURE = 10_000
"""Hundredths of a man beyond which a value is a certain win."""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """`code` names the sentence; `n`, `m` and `line` are filled in."""

    code: str
    n: float = 0
    m: float = 0
    line: str = ""


def on_board(position: Position, decision: Decision) -> tuple[Reason, ...]:
    """Return the reasons for a turn with dice in `position`."""
    played, best = _both(decision)
    after, better = (position.play(position.complete(choice.moves)) for choice in (played, best))
    reasons: list[Reason] = []
    contact = ContactRule.NONE if position.game.misere else position.game.contact  # being hit is harmless
    if contact.exposes:
        shots, fewer = exposed(after, position.turn), exposed(better, position.turn)
        if shots - fewer >= SHOTS:
            reasons.append(Reason("shots" if contact.hits else "pins", n=shots, m=fewer))
    if contact.hits:
        reasons += [Reason("point", n=point) for point in _made(position, better, after)][:1]
    return tuple([*reasons, *_chances(played, best)][:MOST])


def with_pieces(decision: Decision, game: str) -> tuple[Reason, ...]:
    """Return the reasons for a move in a board game."""
    played, best = _both(decision)
    reasons, lost = [], _LOST.get(game, "loses")
    values = [choice.value for choice in (best, played) if choice.value is not None]
    if lost and len(values) > 1 and max(map(abs, values)) < SURE:
        pieces = round((values[0] - values[1]) / 100, 1)
        if pieces >= 0.8:
            reasons.append(Reason(lost, n=pieces))
    if len(played.line) > 1:
        reasons.append(Reason("reply", line=" ".join(played.line[1:4])))
    return tuple(reasons)


def exposed(after: Position, side: int) -> int:
    """Return the number of 36 rolls that hit or pin a checker of `side`, who has just played."""
    if after.outcome() is not None or after.turn == side or after.duty is not None:
        return 0
    return sum(ways(roll) for roll in ROLLS if _hits(after.rolled(roll).turns()))


def _hits(turns: Sequence[Turn]) -> bool:
    return any(step.hit for turn in turns for step in turn.steps)


def _made(before: Position, better: Position, after: Position) -> list[int]:
    """Return the points that the better turn makes and the played one does not."""
    side = before.turn
    was, would, now = before.counts(side), better.counts(side), after.counts(side)
    return [point for point in GOOD_POINTS if was[point] < 2 <= would[point] and now[point] < 2]


def _chances(played: Choice, best: Choice) -> list[Reason]:
    if played.chances is None or best.chances is None:
        return []
    win, win2, _, lose2, _, _ = (
        100 * (of_best - of_played) for of_best, of_played in zip(best.chances, played.chances, strict=True)
    )
    gains = [("win", win), ("mars", -lose2), ("mars_less", win2)]
    return [Reason(code, n=round(by, 1)) for code, by in gains if by >= PERCENT]


def _both(decision: Decision) -> tuple[Choice, Choice]:
    """Return the played choice, and the best."""
    return next(choice for choice in decision.choices if choice.played), decision.choices[0]
