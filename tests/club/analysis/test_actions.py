"""What is written of analyses: who may ask, who makes what, and that nothing is made twice."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
from django.db import connection

from tests.club.sites import site
from zaria.bots.analysis import VERSION
from zaria.club.analysis import actions
from zaria.club.analysis.models import DONE, FAILED, WAITING, WORKING, Analysis
from zaria.club.results.models import Played

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Moves the time on by so many milliseconds."""
    moment = [1_000_000]
    monkeypatch.setattr(actions, "now", lambda: moment[0])

    def pass_(ms: int) -> None:
        moment[0] += ms

    return pass_


def states() -> list[tuple[str, str, int]]:
    return list(Analysis.objects.order_by("pk").values_list("match_id", "state", "tries"))


def test_what_takes_less_is_made_first(clock: Callable[[int], None]) -> None:
    for number, depth in enumerate(("deep", "quick", "normal", "quick")):
        clock(1)
        actions.ask(f"m{number}", depth, f"player {number}")
    order = []
    assert actions.ahead(actions.ask("m0", "deep", "")) == 3
    while (row := actions.take("a")) is not None:
        order.append(row.match_id)
        assert actions.done(row, b"x", 1, 5)
    assert order == ["m1", "m3", "m2", "m0"]
    assert not actions.is_due()


def test_who_asks_again_gets_the_same_and_another_joins() -> None:
    one = actions.ask("m", "quick", "player 1")
    assert actions.ask("m", "quick", "player 1").pk == one.pk
    assert actions.ask("m", "quick", "player 2").pk == one.pk
    with pytest.raises(actions.Refused, match="one_at_a_time"):
        actions.ask("m", "deep", "player 1")
    actions.ask("m", "deep", "player 2")
    row = actions.take("a")
    assert row is not None
    actions.done(row, b"x", 1, 5)
    actions.ask("m2", "quick", "player 1")


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_WAITING", 2)
    for number in range(2):
        actions.ask(f"m{number}", "quick", f"player {number}")
    with pytest.raises(actions.Refused, match="busy"):
        actions.ask("m2", "quick", "player 2")
    assert len(states()) == 2


def test_a_lease_that_ran_out_is_taken_up(clock: Callable[[int], None]) -> None:
    actions.ask("m", "quick", "player 1")
    row = actions.take("a")
    assert row is not None
    assert actions.take("b") is None
    clock(actions.LEASE - 1)
    assert actions.keep(row, 40)
    clock(actions.LEASE - 1)
    assert actions.take("b") is None
    clock(2)
    other = actions.take("b")
    assert other is not None
    assert (other.lease, other.tries) == ("b", 2)
    assert not actions.keep(row, 50)
    assert not actions.done(row, b"old", 3, 5)
    assert actions.done(other, b"new", 3, 5)
    assert [bytes(body) for (body,) in Analysis.objects.values_list("body")] == [b"new"]


def test_what_breaks_everybody_fails_and_may_be_asked_for_again() -> None:
    actions.ask("m", "quick", "player 1")
    for number in range(actions.MOST_TRIES):
        assert actions.take(f"a{number}") is not None
        actions.let_go(f"a{number}")
    assert actions.take("b") is None
    assert states() == [("m", FAILED, actions.MOST_TRIES)]
    actions.ask("m", "quick", "player 2")
    assert states() == [("m", WAITING, 0)]


def test_whoever_is_told_to_end_is_not_to_blame() -> None:
    actions.ask("m", "quick", "player 1")
    actions.take("a")
    actions.let_go("a", counts=False)
    assert states() == [("m", WAITING, 0)]
    actions.take("b")
    actions.let_go("b", reason="too_long")
    assert Analysis.objects.get().reason == "too_long"


def test_another_version_is_made_anew() -> None:
    Analysis.objects.create(match_id="m", depth="quick", version=VERSION + 1, asked=1, state=DONE)
    assert actions.find("m", "quick") is None
    assert actions.ask("m", "quick", "player 1").state == WAITING


def test_it_goes_with_the_record() -> None:
    fields = {"game": "tabla", "began": 1, "ended": 2, "length": 1, "speed": "fast", "score0": 1, "score1": 0}
    played = Played.objects.create(match_id="m", player0="a", player1="b", name0="A", name1="B", **fields)
    actions.ask("m", "quick", "player 1")
    actions.ask("n", "quick", "player 2")
    row = actions.take("a")
    assert row is not None
    played.delete()
    assert states() == [("n", WAITING, 0)]
    assert not actions.keep(row, 10)


@pytest.fixture(params=["sqlite", "postgres"])
def tables(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Tables for several threads, in each kind of database."""
    url = request.getfixturevalue("database") if request.param == "postgres" else None
    with site(url, tmp_path):
        yield


def test_at_the_same_moment(tables: None) -> None:
    """Nobody asks for two, nothing is taken by two."""

    def ask(number: int) -> str:
        try:
            actions.ask(f"n{number}", "deep", "player 0")
        except actions.Refused as refused:
            return refused.code
        finally:
            connection.close()
        return ""

    def take(lease: str) -> list[str]:
        taken = []
        while (row := actions.take(lease)) is not None:
            taken.append(row.match_id)
        connection.close()
        return taken

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(ask, range(8))) == ["", *["one_at_a_time"] * 7]
        Analysis.objects.all().delete()
        names = [f"m{number:02}" for number in range(20)]
        for number, name in enumerate(names):
            actions.ask(name, "quick", f"player {number}")
        assert sorted(chain(*threads.map(take, "abcd"))) == names
    assert {(state, tries) for _, state, tries in states()} == {(WORKING, 1)}
