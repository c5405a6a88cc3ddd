"""Decisions about the cube and about resignation, by the model of `zaria.bots.doubling`.

All equities are those of the present cube: losing it is -1, winning it 1, in a match as for points.
"""

from typing import Literal

from zaria.bots import doubling
from zaria.bots.analysis.grading import Situation, grade
from zaria.bots.analysis.marks import CLOSE, POINTS
from zaria.bots.analysis.shape import Choice, Decision
from zaria.bots.doubling.offers import EVEN
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.match import events as ev
from zaria.match.match import Match

Act = ev.Rolled | ev.Doubled | ev.Taken | ev.Dropped | ev.Beavered | ev.Raccooned

_DONE: dict[type, doubling.Act] = {
    ev.Rolled: "roll",
    ev.Doubled: "double",
    ev.Taken: "take",
    ev.Dropped: "drop",
    ev.Beavered: "beaver",
    ev.Raccooned: "raccoon",
}


def acted(match: Match, chances: OutcomeProbabilities, event: Act, frame: int) -> Decision | None:
    """Return whether to roll or to double, or what to answer; None where the rules left no choice.

    `chances` are those of the side on turn, who may double or did so first.
    """
    equities, done = doubling.options(match, chances), _DONE[type(event)]
    if done not in equities:
        return None
    choices = [
        Choice(text="no_double" if act == "roll" else act, equity=equity, played=act == done)
        for act, equity in equities.items()
    ]
    kind: Literal["double", "answer"] = "double" if match.phase == "roll" else "answer"
    close = EVEN < max(equities.values()) - min(equities.values()) < CLOSE
    situation = Situation(frame, match.game_no, event.side, cube=match.cube.value)
    return grade(kind, situation, choices, POINTS, counted=done != "roll" or close)


def resigned(match: Match, side: int, value: float, frame: int) -> Decision:
    """Grade an offer to resign for so many points; `value` is the equity of playing on."""
    return _given_up(match, side, "resign", {"resign": -1, "play_on": None}, value, frame)


def answered(match: Match, side: int, value: float, frame: int, *, accepted: bool) -> Decision:
    """Grade the answer to an offer to resign."""
    words = {"accept": 1, "refuse": None} if accepted else {"refuse": None, "accept": 1}
    return _given_up(match, side, "resigned", words, value, frame)


def _given_up(
    match: Match,
    side: int,
    kind: Literal["resign", "resigned"],
    words: dict[str, int | None],
    value: float,
    frame: int,
) -> Decision:
    """Grade the choice between ending the game for these points and playing on; the first word was done."""
    stake = doubling.Stake.of(match, side)
    done = next(iter(words))
    choices = [
        Choice(
            text=word,
            equity=value if sign is None else stake.scaled(stake.equity_of(sign * match.offer * stake.value)),
            played=word == done,
        )
        for word, sign in words.items()
    ]
    situation = Situation(frame, match.game_no, side, cube=match.cube.value)
    return grade(kind, situation, choices, POINTS, counted=False)
