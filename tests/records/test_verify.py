"""Verifying: whatever is changed in a finished record is found."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playthroughs.regenerate import HERE
from tests.support.club.staked_matches import StakedMatch, member, staked
from tests.support.match.dice_matches import SEEDS, Table
from tests.support.search_budget import times
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import Dice
from zaria.match.events import Event, TurnPlayed
from zaria.match.terms import Terms
from zaria.records.errors import InvalidRecordError
from zaria.records.formats.json import dump, load
from zaria.records.verify import VerificationReport, verify

RECORD = json.loads((HERE / "tapa-match.json").read_bytes())
Edit = Callable[[list[dict[str, Any]]], object]


def checked(edit: Edit) -> VerificationReport:
    """The report after `edit` has changed the events."""
    record = json.loads(json.dumps(RECORD))
    edit(record["events"])
    return verify(load(json.dumps(record).encode()))


def nth(events: list[dict[str, Any]], kind: str, n: int = 0) -> dict[str, Any]:
    return [event for event in events if event["t"] == kind][n]


def test_an_untouched_record_is_true() -> None:
    report = checked(lambda events: None)
    assert report.ok
    assert report.problem is None
    assert report.rolls == sum(event["t"] in ("rolled", "opening") for event in RECORD["events"])


def test_a_record_without_the_players_ids_is_true() -> None:
    assert checked(lambda events: [nth(events, "seated", n)["player"].update(id="") for n in (0, 1)]).ok


EDITS: dict[str, tuple[Edit, str]] = {
    "roll": (
        lambda es: nth(es, "rolled", 10).update(dice=[6, 6]),
        r"roll 12: the record says 6-6, the secret ",
    ),
    "opening roll": (lambda es: nth(es, "opening").update(dice=[1, 2]), r"roll 1: the record says 1-2"),
    "roll number": (lambda es: nth(es, "rolled", 1).update(n=9), r"roll 3: it is numbered 9"),
    "dropped roll": (lambda es: es.remove(nth(es, "rolled", 4)), r"roll 6: it is numbered 7"),
    "swapped dice": (lambda es: nth(es, "opening")["dice"].reverse(), r"roll 1: "),
    "seed": (lambda es: nth(es, "seated").update(seed=SEEDS[1]), r"roll 1: "),
    "missing seed": (lambda es: es.remove(nth(es, "seated")), r"does not hold both players' seeds"),
    "seal": (lambda es: es[0].update(seal="0" * 64), r"the secret does not fit the seal"),
    "secret": (lambda es: es[-1].update(secret="00" * 32), r"the secret does not fit the seal"),
    "short secret": (lambda es: es[-1].update(secret="00"), r"the secret is not 32 bytes"),
    "no secret": (lambda es: es[-1].update(secret="?"), r"the secret is not 32 bytes"),
    "cut off": (lambda es: es.pop(), r"not finished"),
    "move": (lambda es: nth(es, "played", 3).update(moves=[[1, 1]]), r"event \d+ .*not a legal turn"),
    "notation": (lambda es: nth(es, "played", 3).update(text="6/off"), r"event \d+: the rules say"),
    "pass": (lambda es: nth(es, "played", 3).update(moves=[], text=""), r"event \d+ .*not a legal turn"),
    "side": (lambda es: nth(es, "played", 2).update(side=1), r"event \d+ .*not your turn"),
    "points": (lambda es: nth(es, "ended").update(points=3), r"event \d+: the rules say"),
    "winner": (lambda es: es[-1].update(winner=1 - es[-1]["winner"]), r"event \d+: the rules say"),
    "score": (lambda es: es[-1].update(score=[0, 99]), r"event \d+: the rules say"),
    "crawford": (lambda es: nth(es, "game", 1).update(crawford=True), r"event \d+: the rules say"),
    "invented end": (lambda es: es.insert(9, nth(es, "ended")), r"event 10: nothing leads to .*ended"),
    "second opening": (lambda es: es.insert(9, es[0]), r"event 10: nothing leads to .*opened"),
    "invented flag": (
        lambda es: es.insert(7, {"t": "flagged", "at": es[6]["at"], "side": 0}),
        r"event 8 .*still time",
    ),
    "terms": (lambda es: es[0]["terms"].update(length=65), r"event 1: You can't play on these terms."),
    "game": (lambda es: es[0]["terms"].update(game="tabla", options={}), r"event \d+"),
    "rules version": (lambda es: es[0].update(version=99), r"event 1: rules version 99"),
    "late": (lambda es: nth(es, "played", 9).update(at=RECORD["events"][-1]["at"] + 10**9), r"Time is up"),
    "early": (lambda es: nth(es, "rolled", 9).update(at=5), r"event \d+: it happened before"),
    "more after the end": (lambda es: es.append(es[-1]), r"event \d+"),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_was_changed_is_found(name: str) -> None:
    edit, problem = EDITS[name]
    report = checked(edit)
    assert not report.ok
    assert report.problem is not None
    assert "\n" not in report.problem
    assert re.search(problem, report.problem), report.problem


def test_an_imported_record_proves_nothing() -> None:
    report = checked(lambda es: es[0].update(seal=""))
    assert report.problem == "this record was imported: it holds no proof of its dice"
    assert not report.ok


def test_what_is_new_in_a_record_is_played_again_too() -> None:
    """A ladder, a beaver and a raccoon: true as they are, and every change is found."""
    events = json.loads(dump(with_counters()))["events"]
    assert verify(with_counters()).ok
    for kind, key, value, problem in (
        ("beavered", "value", 8, "the rules say"),
        ("raccooned", "value", 4, "the rules say"),
        ("beavered", "side", 1, "not your turn"),
        ("played", "moves", [], "not a legal turn"),
    ):
        changed = json.loads(json.dumps(events))
        if kind == "beavered" and key == "side":
            value = 1 - nth(changed, kind)["side"]
        nth(changed, kind).update({key: value})
        body = json.dumps({"format": "zaria-match", "version": 1, "id": "m1", "events": changed})
        assert problem in (verify(load(body.encode())).problem or "")


def test_a_staked_match_is_played_again_too() -> None:
    match = StakedMatch("m1", staked("tabla", 2_00, 5_00), (member("ann"), None), 0, 1_000)
    for player in ("ann", "bob"):
        match.append(len(match.rows), match.sit(player, 2_000, 1_000))
    match.resign(1_000)
    assert verify(match.live_match.events) == VerificationReport(rolls=1)


def with_counters() -> list[Event]:
    """A finished game of chelebi whose cube went to 8 in one turn."""
    terms = Terms("chelebi", cube=True, beaver=True, raccoon=True)
    table = Table(terms, dice=Dice(bytes(32), "m1"))
    table.play()
    for command in (cmd.Double(), cmd.Beaver(), cmd.Raccoon(), cmd.Take()):
        table.act(command)
    for _ in range(40):
        table.step()
    while table.match.phase != "roll":
        table.step()
    table.act(cmd.Resign(3))
    table.act(cmd.Accept())
    assert any(len({die for _, die in e.moves}) == 1 for e in table.events if isinstance(e, TurnPlayed))
    return table.events


def test_another_match_id_changes_every_roll() -> None:
    record = json.loads(json.dumps(RECORD))
    record["id"] = record["events"][0]["id"] = "other"
    assert re.match(r"roll 1: ", verify(load(json.dumps(record).encode())).problem or "")


VALUES = st.none() | st.booleans() | st.integers(-3, 70) | st.sampled_from(["", "x", "0" * 64, [], {}])


@settings(max_examples=times(150))
@given(st.data())
def test_any_single_change_is_found(data: st.DataObject) -> None:
    """But for times, names and colours, no value in a record can be changed unnoticed."""
    record = json.loads(json.dumps(RECORD))
    event = data.draw(st.sampled_from(record["events"]))
    key = data.draw(st.sampled_from(sorted(set(event) - {"at", "player"})))
    value = data.draw(VALUES)
    if key == "terms":
        event, key = event["terms"], data.draw(st.sampled_from(["game", "length", "options"]))
    was = event[key]
    event[key] = value
    try:
        events = load(json.dumps(record).encode())
    except InvalidRecordError:
        return
    assert verify(events).ok is (value == was and type(value) is type(was))
