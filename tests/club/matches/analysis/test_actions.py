"""Stored analyses: permission to ask, assignment of work, and nothing done twice."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from threading import get_ident

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient

from tests.support.club.site_database import site
from zaria.bots.analysis import VERSION
from zaria.club.matches.analysis import actions
from zaria.club.matches.analysis.models import DONE, FAILED, WAITING, WORKING, Analysis
from zaria.club.matches.results.models import Played

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Moves the time on by so many milliseconds."""
    moment = [1_000_000]
    monkeypatch.setattr(actions, "now_ms", lambda: moment[0])

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
    assert actions.count_ahead(actions.ask("m0", "deep", "")) == 3
    while (row := actions.take("a")) is not None:
        order.append(row.match_id)
        assert actions.done(row, b"x", 1, 5)
    assert order == ["m1", "m3", "m2", "m0"]
    assert not actions.is_waiting()


def test_who_asks_again_gets_the_same_and_another_joins() -> None:
    analysis = actions.ask("m", "quick", "player 1")
    assert actions.ask("m", "quick", "player 1").pk == analysis.pk
    assert actions.ask("m", "quick", "player 2").pk == analysis.pk
    with pytest.raises(actions.AnalysisRefusedError, match="one_at_a_time"):
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
    with pytest.raises(actions.AnalysisRefusedError, match="busy"):
        actions.ask("m2", "quick", "player 2")
    assert len(states()) == 2


def test_an_address_has_few_places_however_many_names_it_uses() -> None:
    for number in range(actions.AT_AN_ADDRESS):
        actions.ask(f"m{number}", "quick", f"player {number}", "here")
    with pytest.raises(actions.AnalysisRefusedError, match="too_many"):
        actions.ask("m", "quick", "player new", "here")
    actions.ask("n", "quick", "player there", "there")
    for name in ("one", "two", "three", "four"):  # the operator's own machine
        actions.ask(name, "quick", f"player {name}")
    row = actions.take("a")
    assert row is not None
    assert (row.match_id, row.origin) == ("m0", "here")
    actions.done(row, b"x", 1, 5)
    actions.ask("m", "quick", "player new", "here")
    row.refresh_from_db()
    assert row.origin == ""


def test_places_are_kept_for_what_takes_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_WAITING", 4)
    monkeypatch.setattr(actions, "KEPT", 2, raising=False)
    actions.ask("m0", "deep", "player 0")
    actions.ask("m1", "normal", "player 1")
    for depth in ("normal", "deep"):
        with pytest.raises(actions.AnalysisRefusedError, match="busy"):
            actions.ask("m2", depth, "player 2")
    actions.ask("m2", "quick", "player 2")
    actions.ask("m3", "quick", "player 3")
    with pytest.raises(actions.AnalysisRefusedError, match="busy"):
        actions.ask("m4", "quick", "player 4")


def test_nobody_waits_for_ever_for_those_that_take_less(clock: Callable[[int], None]) -> None:
    actions.ask("first", "deep", "player 0")
    clock(1)
    actions.ask("second", "deep", "player 1")
    clock(2 * actions.LATER - 2)
    actions.ask("in time", "quick", "player 2")
    clock(3)
    actions.ask("too late", "quick", "player 3")
    analyses = [actions.find("too late", "quick"), actions.find("first", "deep")]
    assert [row and actions.count_ahead(row) for row in analyses] == [3, 1]
    order = [row.match_id for row in iter(lambda: actions.take("a"), None)]
    assert order == ["in time", "first", "second", "too late"]


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
    analysis = actions.take("b")
    assert analysis is not None
    assert (analysis.lease, analysis.tries) == ("b", 2)
    assert not actions.keep(row, 50)
    assert not actions.done(row, b"old", 3, 5)
    assert actions.done(analysis, b"new", 3, 5)
    assert [bytes(body or b"") for (body,) in Analysis.objects.values_list("body")] == [b"new"]


def test_what_breaks_everybody_fails_and_may_be_asked_for_again() -> None:
    actions.ask("m", "quick", "player 1")
    for _ in range(2):
        for number in range(actions.MOST_BROKE):
            assert actions.take(f"a{number}") is not None
            actions.let_go(f"a{number}")
        assert actions.take("b") is None
        assert states() == [("m", FAILED, actions.MOST_BROKE)]
        actions.ask("m", "quick", "player 2")
        assert states() == [("m", WAITING, 0)]


def test_servers_that_are_killed_may_be_unlucky_but_not_for_ever(clock: Callable[[int], None]) -> None:
    actions.ask("m", "quick", "player 1")
    for number in range(actions.MOST_BROKE - 1):
        actions.take(f"a{number}")
        actions.let_go(f"a{number}")
    for number in range(actions.MOST_BROKE - 1, actions.MOST_TRIES):
        assert actions.take(f"a{number}") is not None
        clock(actions.LEASE + 1)
    assert actions.take("b") is None
    assert states() == [("m", FAILED, actions.MOST_TRIES)]


def test_a_process_that_is_stopped_is_not_to_blame() -> None:
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


def test_who_ended_over_one_was_not_to_blame_for_the_one_put_aside() -> None:
    for reason in ("", "too_long"):
        actions.ask("long", "deep", "player 1")
        long = actions.take("a")
        assert long is not None
        actions.ask("short", "quick", "player 2")
        short_row = actions.take("a", before=long)
        assert short_row is not None
        assert actions.take("a", before=short_row) is None
        actions.let_go("a", reason=reason)
        short = (FAILED, 1) if reason else (WAITING, 1)
        assert states() == [("long", WAITING, 0), ("short", *short)]
        Analysis.objects.all().delete()


def test_one_that_is_being_made_is_not_put_aside_for_ever(clock: Callable[[int], None]) -> None:
    actions.ask("long", "deep", "player 1")
    long = actions.take("a")
    assert long is not None
    clock(2 * actions.LATER - 1)
    actions.ask("in time", "quick", "player 2")
    clock(2)
    late = actions.ask("too late", "quick", "player 3")
    soon = actions.find("in time", "quick")
    assert soon is not None
    assert [actions.count_ahead(row) for row in (soon, late)] == [0, 2]
    taken = actions.take("a", before=long)
    assert taken is not None
    assert taken.match_id == "in time"
    assert actions.take("a", before=long) is None


def test_another_version_is_left_to_its_own_workers() -> None:
    """Neither is made, nor holds a place, in a cluster in which not all servers are the same."""
    held = {"asked_by": "player 1", "origin": "here", "asked": 1}
    for version in (VERSION - 1, VERSION + 1):
        for slot in range(actions.AT_AN_ADDRESS):
            held["asked_by"] = f"player {slot}"
            Analysis.objects.create(match_id=f"m{slot}", depth="quick", version=version, slot=slot, **held)
    assert not actions.is_waiting()
    assert actions.take("a") is None
    question = actions.ask("m1", "quick", "player 1", "here")
    assert (question.version, actions.count_ahead(question)) == (VERSION, 0)
    row = actions.take("a")
    assert row is not None
    assert row.pk == question.pk


def test_older_versions_are_swept_a_few_at_a_time() -> None:
    for number, version in enumerate((VERSION - 1, VERSION - 1, VERSION, VERSION - 1, VERSION + 1)):
        Analysis.objects.create(match_id=f"m{number}", depth="quick", version=version, asked=1, state=DONE)
    for remaining in (["m2", "m3", "m4"], ["m2", "m4"], ["m2", "m4"]):
        actions.forget_older(2)
        assert [name for name, _, _ in states()] == remaining


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

    def ask(number: int, who: str = "player 0", origin: str = "") -> str:
        try:
            actions.ask(f"n{number}", "deep", who, origin)
        except actions.AnalysisRefusedError as refused:
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
        codes = ["", *["too_many"] * 7]
        codes[1 : actions.AT_AN_ADDRESS] = [""] * (actions.AT_AN_ADDRESS - 1)
        assert sorted(threads.map(lambda n: ask(n, f"player {n}", "here"), range(8))) == codes
        Analysis.objects.all().delete()
        names = [f"m{number:02}" for number in range(20)]
        for number, name in enumerate(names):
            actions.ask(name, "quick", f"player {number}")
        assert sorted(chain(*threads.map(take, "abcd"))) == names
    assert {(state, tries) for _, state, tries in states()} == {(WORKING, 1)}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("depth", "advice"), [("deep", "a lower depth"), ("quick", "later")])
async def test_nobody_is_sent_to_look_less_far_than_can_be(depth: str, advice: str) -> None:
    await Analysis.objects.acreate(
        match_id="m", depth=depth, version=VERSION, asked=1, state=FAILED, reason="too_long"
    )
    answer = (await AsyncClient().get(f"/t/m/analysis.json?depth={depth}")).json()
    assert answer["code"] == "too_long"
    assert advice in answer["reason"]


@pytest.mark.django_db(transaction=True)
async def test_it_is_read_where_lost_connections_are_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads keep a connection that the restart of the database has ended."""
    threads = []

    def find(match_id: str, depth: str) -> Analysis:
        threads.append(get_ident())
        return Analysis.objects.get(match_id=match_id, depth=depth)

    monkeypatch.setattr(actions, "find", find)
    await Analysis.objects.acreate(match_id="m", depth="quick", version=VERSION, asked=1, state=WAITING)
    assert (await AsyncClient().get("/t/m/analysis.json?depth=quick")).status_code == 200
    assert threads == [await sync_to_async(get_ident)()]
