"""The clock of a match over a real board: its arithmetic, and how pages drive it on a real server."""

import json
from typing import Any

import pytest

from tests.club.scribe.test_links import link
from tests.support.club.member_client import Somebody
from tests.support.club.score_sheets import Scribe
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.club.scribe.board_clock import (
    BoardClock,
    ClockAct,
    ClockRefusedError,
    CorrectClock,
    PauseClock,
    Press,
    ResumeClock,
    SetClock,
    after,
)

MATCH = SetClock(delay=12_000, bank=120_000, increment=0)
FISCHER = SetClock(delay=0, bank=60_000, increment=10_000)


def driven(*acts: tuple[int, ClockAct]) -> BoardClock:
    """The clock after acts at moments."""
    clock: BoardClock | None = None
    for moment, act in acts:
        clock = after(clock, act, moment)
    assert clock is not None
    return clock


def test_a_turn_within_the_delay_costs_nothing() -> None:
    clock = driven((0, MATCH), (0, Press(0)), (11_000, Press(1)), (41_000, Press(0)))
    assert (clock.turn, clock.bank) == (1, (120_000 - 18_000, 120_000))


def test_a_finished_turn_adds_the_increment() -> None:
    clock = driven((0, FISCHER), (0, Press(1)), (4_000, Press(0)), (5_000, Press(1)))
    assert clock.bank == (66_000, 69_000)


def test_a_clock_that_stands_loses_nothing_and_goes_on_with_the_same_delay() -> None:
    clock = driven(
        (0, MATCH), (0, Press(0)), (5_000, PauseClock()), (99_000, ResumeClock()), (107_000, Press(1))
    )
    assert clock.bank == (120_000, 119_000)


def test_a_flag_is_stated_and_enforces_nothing() -> None:
    clock = driven((0, MATCH), (0, Press(0)))
    assert (clock.at(500_000).bank, clock.at(500_000).delay_left) == ((120_000, 0), 0)
    later = after(clock, Press(1), 500_000)
    assert later is not None
    assert (later.turn, later.bank) == (0, (120_000, 0))


def test_times_are_corrected_while_they_stand() -> None:
    clock = driven(
        (0, MATCH), (0, Press(0)), (20_000, PauseClock()), (20_000, CorrectClock((90_000, 80_000), 0))
    )
    assert (clock.bank, clock.turn, clock.delay_left) == ((90_000, 80_000), 0, 12_000)


@pytest.mark.parametrize(
    ("earlier", "act"),
    [
        ((), Press(0)),
        ((), SetClock(0, 0, 5)),
        ((MATCH,), PauseClock()),
        ((MATCH, Press(0)), Press(0)),
        ((MATCH, Press(0), PauseClock()), Press(1)),
        ((MATCH, Press(0)), CorrectClock((1, 1), 0)),
    ],
)
def test_what_cannot_follow_is_refused(earlier: tuple[ClockAct, ...], act: ClockAct) -> None:
    clock: BoardClock | None = None
    for act_before in earlier:
        clock = after(clock, act_before, 0)
    with pytest.raises(ClockRefusedError):
        after(clock, act, 0)


def sent(visitor: Visitor | Somebody, path: str, revision: int, act: Any, late: int = 0) -> Page:
    headers = {"X-CSRFToken": visitor.get(path).token, "Content-Type": "application/json"}
    headers["Referer"] = visitor.url + path
    body = json.dumps({"revision": revision, "act": act, "late": late})
    return visitor.send("POST", f"{path}/clock/act", headers=headers, content=body)


def test_pages_drive_the_clock_and_see_each_other(server: Server) -> None:
    scribe = Scribe.begin(Somebody(server.url).join())
    member, path = scribe.member, scribe.path
    assert json.loads(member.get(f"{path}/clock.json").text)["clocks"] is None
    settings = {"t": "set", "delay": 12_000, "bank": 840_000, "increment": 0}
    assert sent(member, path, 0, settings).status == 200
    guest, writer = Visitor(server.url), link(scribe, "writer")
    assert guest.get(f"{writer}/clock").status == 200
    press = {"t": "press", "side": 0}
    running = json.loads(sent(guest, writer, 1, press, late=20_000).text)
    assert (running["revision"], running["turn"]) == (2, 1)
    assert running["now"] - running["clocks"]["since"] >= 20_000
    # its answer was lost: the act counts once
    assert json.loads(sent(guest, writer, 1, press).text)["revision"] == 2
    stale = sent(member, path, 1, {"t": "pause"})
    assert (stale.status, json.loads(stale.text)["revision"]) == (409, 2)
    assert member.get(f"{path}/clock.json?known=2").status == 204
    assert scribe.state()["clock"]["clocks"]["running"] == 1
    assert member.fill(f"{path}/broadcast", on="1").status == 302
    layer = json.loads(guest.get(f"{path}/overlay.json").text)
    assert layer["clocks"]["bank"] == [840_000, 840_000]
    assert "clocks" not in json.loads(guest.get(f"{path}/overlay.json?delay=1").text)


@pytest.mark.parametrize(
    ("act", "status"),
    [
        ({"t": "press", "side": 2}, 422),
        ({"t": "set", "delay": -1, "bank": 0, "increment": 0}, 422),
        ({"t": "set", "delay": 0, "bank": 10**9, "increment": 0}, 422),
        ({"t": "nothing"}, 422),
        ({"t": "resume"}, 409),
    ],
)
def test_a_bad_act_changes_nothing(server: Server, act: Any, status: int) -> None:
    scribe = Scribe.begin(Somebody(server.url).join())
    assert sent(scribe.member, scribe.path, 0, act).status == status
    assert scribe.state()["clock"]["revision"] == 0


def test_readers_and_strangers_touch_no_clock(server: Server) -> None:
    scribe = Scribe.begin(Somebody(server.url).join())
    path, settings = link(scribe, "reader"), {"t": "set", "delay": 0, "bank": 60_000, "increment": 0}
    assert sent(Visitor(server.url), path, 0, settings).status == 403
    stranger = Somebody(server.url).join()
    assert stranger.get(f"{scribe.path}/clock").status == 404
    assert stranger.get(f"{scribe.path}/clock.json").status == 404
