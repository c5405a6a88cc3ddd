"""Analyses in which simulated members made the decisions, and which are stored as a worker stores them."""

from collections.abc import Sequence

import brotli

from tests.support.fair_play import UNITS
from zaria.bots.analysis import Analysis, encode, marks, totals
from zaria.bots.analysis.shape import Choice, Decision, Game, Method
from zaria.club.fair_play.detection import Choices
from zaria.club.matches.analysis import actions


def analysis_of(match_id: str, game: str, sides: Sequence[Sequence[Choices]]) -> Analysis:
    """A deep analysis of a match of one game, in which the sides made these decisions in turn."""
    unit = UNITS[game]
    decisions = [
        _as_analysed(choices, 2 * number + side, side)
        for side, side_choices in enumerate(sides)
        for number, choices in enumerate(side_choices)
    ]
    account = totals.accounts(unit, [], (0.0, 0.0), (0, 0), 0.0)
    played = Game(
        number=1, game=game, first=0, last=2 * max(map(len, sides)), score=(0, 0), crawford=False,
        winner=0, points=1, how="played", kind="single", accounts=account,
    )  # fmt: skip
    method = Method(
        depth="deep", engines=("test",), ply=2, luck=1, nodes=0, seconds=0.0, unit=unit, marks=marks.of(unit)
    )
    return Analysis(
        id=match_id, game=game, length=1, method=method, accounts=account, games=(played,),
        decisions=tuple(sorted(decisions, key=lambda decision: decision.frame)), rolls=(), graph=(),
    )  # fmt: skip


def _as_analysed(choices: Choices, frame: int, side: int) -> Decision:
    listed = [(loss, place == choices.played) for place, loss in enumerate(choices.losses)]
    if choices.played >= len(choices.losses):
        listed.append((choices.lost, True))
    analysed_choices = tuple(
        Choice(text=str(place), equity=-loss, loss=loss, place=place, played=played)
        for place, (loss, played) in enumerate(listed, 1)
    )
    return Decision(
        frame=frame, game=1, side=side, kind="turn", played="", best="", loss=choices.loss, ways=choices.ways,
        counted=True, agrees=choices.agrees, choices=analysed_choices,
    )  # fmt: skip


def store_analysis(analysis: Analysis) -> None:
    """Store an analysis in the way of a worker, but compressed in a hurry."""
    body = encode(analysis)
    actions.ask(analysis.id, "deep", "")
    row = actions.take("lease")
    assert row is not None
    assert row.match_id == analysis.id
    assert actions.done(row, brotli.compress(body, quality=1), len(body), 1000)
