"""Every game can be analysed, and what an analysis says adds up."""

from functools import cache

import pytest
from hypothesis import given, settings

from tests.playthroughs.regenerate import MATCHES
from tests.support.bots.simple_evaluator import Simple, hasty, simple
from tests.support.by_day import by_day
from tests.support.finished_matches import played
from tests.support.match import board_matches
from tests.support.match.dice_matches import Table
from tests.support.search_budget import times
from tests.support.strategies import positions
from zaria.bots.analysis import Analysis, analyse, decode, encode
from zaria.bots.analysis.shape import Decision, PlayerTotals
from zaria.bots.analysis.turns import spread
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.games.dice import ROLL_CHANCES
from zaria.games.protocols import Position
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records.replay import replay

pytestmark = [pytest.mark.proof, pytest.mark.xdist_group("golden analyses")]  # one worker makes them

NAMES = [
    *(name for name in MATCHES if name.endswith("-single")),
    "backgammon-money",
    "short-nardy-raises",
    "short-nardy-5s-paritet",
    "three-games-match",
    "tapa-restart",
]
BY_DAY = ("tapa-single", "crazy-gulbar-single", "backgammon-money")
"""A match of each kind of contact; the last has a cube."""
TELLS = {
    "turn": ("played", "moved"),
    "double": ("rolled", "doubled"),
    "answer": ("taken", "dropped", "beavered", "raccooned"),
    "resign": ("resign", "resigned"),
    "resigned": ("yielded", "refused"),
    "draw": ("drawyes", "drawno"),
}


@cache
def analysed(name: str) -> tuple[Analysis, list[float]]:
    """The analysis of a golden match, and the shares of it that were announced."""
    progress: list[float] = []
    return analyse(played(name), "quick", progress.append, evaluators=simple), progress


def assert_sums(analysis: Analysis, events: list[ev.Event]) -> None:
    """Assert the invariants of every analysis."""
    assert decode(encode(analysis)) == analysis
    frames = replay(events).frames
    for decision in analysis.decisions:
        frame = frames[decision.frame]
        assert frame.t in TELLS[decision.kind]
        assert frame.side == decision.side
        if decision.kind == "turn":
            assert frame.text == decision.played
        is_given_up = decision.kind == "resign" and analysis.method.unit == "chance"
        assert not decision.counted if is_given_up else decision.counted or decision.loss == 0
        assert_graded(decision)
    for side in (0, 1):
        counted = [decision for decision in analysis.decisions if decision.side == side and decision.counted]
        assert_account(analysis.accounts[side], counted)
        for name in ("decisions", "errors", "blunders", "inaccuracies"):
            parts = sum(getattr(game.accounts[side].total, name) for game in analysis.games)
            assert parts == getattr(analysis.accounts[side].total, name)
        assert analysis.accounts[side].result == -analysis.accounts[1 - side].result
    assert all(0 <= point.chance <= 1 for point in analysis.graph)
    assert [point.frame for point in analysis.graph] == sorted({point.frame for point in analysis.graph})


def assert_graded(decision: Decision) -> None:
    assert decision.loss >= 0
    if decision.choices:
        best = decision.choices[0]
        assert [choice.place for choice in decision.choices] == sorted(
            choice.place for choice in decision.choices
        )
        (done,) = [choice for choice in decision.choices if choice.played]
        assert done.loss == decision.loss == pytest.approx(best.equity - done.equity, abs=2e-4)
        assert decision.best == (done if not decision.loss else best).text


def assert_account(account: PlayerTotals, counted: list[Decision]) -> None:
    loss = sum(decision.loss for decision in counted)
    assert account.total.decisions == len(counted)
    assert account.total.loss == pytest.approx(loss, abs=1e-3)
    assert account.total.loss == pytest.approx(account.turns.loss + account.cube.loss, abs=1e-3)
    if counted:
        assert account.rate is not None
        assert account.rate * len(counted) == pytest.approx(
            (500 if account.luck is not None else 100) * loss, rel=0.01, abs=0.01 * len(counted)
        )


@pytest.mark.parametrize("name", by_day(BY_DAY, NAMES))
def test_golden_playthroughs(name: str) -> None:
    events = played(name)
    analysis, progress = analysed(name)
    assert_sums(analysis, events)
    assert progress == sorted(progress)
    assert progress[-1] == 1
    rolled = [event for event in events if isinstance(event, ev.Rolled)]
    openings = [event for event in events if isinstance(event, ev.OpeningRolled)]
    doublets = sum(event.dice[0] == event.dice[1] for event in openings)
    assert len(analysis.rolls) == len(rolled) + len(openings) - doublets
    for first, second in (analysis.accounts, *(game.accounts for game in analysis.games)):
        assert second.adjusted is not None
        assert first.adjusted == pytest.approx(-second.adjusted, abs=1e-3)
        if name != "three-games-match":  # in a match points are worth what the score makes of them
            assert first.luck is not None
            assert second.luck is not None
            assert first.adjusted == pytest.approx(first.result - first.luck + second.luck, abs=1e-3)
    if analysis.length == 1:
        for side in (0, 1):
            luck = sum(roll.luck * roll.cube for roll in analysis.rolls if roll.side == side)
            assert analysis.accounts[side].luck == pytest.approx(luck, abs=1e-3)


@pytest.mark.parametrize(
    "name", by_day(("backgammon-money",), ("tabla-single", "backgammon-money", "chelebi-single"))
)
def test_the_other_way_round_it_is_the_same(name: str) -> None:
    analysis, _ = analysed(name)
    turned = analyse([_turned(event) for event in played(name)], "quick", evaluators=simple)
    assert turned.accounts == analysis.accounts[::-1]
    assert [point.chance for point in turned.graph] == pytest.approx(
        [1 - point.chance for point in analysis.graph], abs=2e-4
    )


def _turned(event: ev.Event) -> ev.Event:
    """The same for the other side."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    for name in ("side", "starter", "winner"):
        if fields.get(name) is not None:
            fields[name] = 1 - fields[name]
    if isinstance(event, ev.OpeningRolled):
        fields["dice"] = event.dice[::-1]
    if isinstance(event, ev.MatchEnded):
        fields["score"] = event.score[::-1]
    turned: ev.Event = type(event)(**fields)
    return turned


@settings(max_examples=times(10))
@given(positions())
def test_luck_is_nothing_on_the_whole(position: Position) -> None:
    def equity_of(chances: OutcomeProbabilities) -> float:
        return chances.equity(position.game.classes)

    lucks = spread(Simple(position.game), position, equity_of)
    assert sum(share * lucks.luck(roll) for roll, share in ROLL_CHANCES) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", board_matches.GAMES)
def test_games_on_squares(name: str) -> None:
    table = Table(Terms(name))
    for pick in range(14):
        board_matches.play(table, pick * 5)
    table.do(table.match.turn, cmd.OfferDraw())
    table.do(1 - table.match.turn, cmd.DeclineDraw())
    table.do(table.match.turn, cmd.Resign(1))
    analysis = analyse(table.events, "quick", engines=hasty)
    assert_sums(analysis, table.events)
    assert analysis.method.unit == "chance"
    assert len(analysis.graph) == 16
    assert analysis.accounts[0].luck is None
