"""The document of a tournament: it verifies itself, and any change of it is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import DRAWN, WON, begun, report
from tests.tournaments.test_formats import play, simulation
from zaria.cli.main import main
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import (
    Document,
    decode_document,
    encode_document,
    make_document,
    verify_document,
)
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.terms import FORMATS
from zaria.tournaments.tournament import replay

BY = ("boss", "an error")


def document_of(made: Simulation) -> Document:
    names = {player: player.upper() for player in {*made.players, *made.tournament.ratings, "boss"}}
    return make_document(
        made.events, names, len(made.players), lambda number, place, attempt: f"m{number}-{place}-{attempt}"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_verifies(name: str) -> None:
    made = simulation(name, 11, seed=3, no_shows=0.1)
    begun_document = document_of(made)
    assert verify_document(begun_document) == []
    play(made, 3, 0.05)
    document = document_of(made)
    assert verify_document(decode_document(encode_document(document))) == []
    assert document.secret
    assert [len(each) for each in document.rounds] == [len(each) for each in made.tournament.field.rounds]


def with_acts() -> Simulation:
    made = begun("knockout", 8)
    made.do(cmd.Replace(str(made.tournament.current[0].players[0]), "new", 0, *BY))
    report(made, 0, DRAWN)
    report(made, 0, DRAWN)
    for place in made.tournament.waiting()[1:]:
        report(made, place, WON)
    made.do(cmd.Pause(*BY))
    report(made, made.tournament.waiting()[0], WON)
    made.do(cmd.Replay(1, 3, *BY))
    made.do(cmd.Undo(*BY))
    through = [str(meeting.winner) for meeting in made.tournament.current]
    made.do(cmd.PairByHand(((through[3], through[0]), (through[1], through[2])), *BY))
    made.do(cmd.Resume("boss"))
    return made


def test_acts_of_a_director_are_part_of_it() -> None:
    made = with_acts()
    document = document_of(made)
    assert document.rounds[0][0].match == "m1-0-2"
    assert document.rounds[0][3].match == "m1-3-1"
    assert verify_document(document) == []


def test_the_secret_is_not_in_the_document_before_the_end() -> None:
    """A lot of a later round follows from it."""
    made = with_acts()
    body = encode_document(document_of(made))
    assert made.tournament.secret.hex().encode() not in body
    public = replay(decode_document(body).events)
    assert (public.field, public.current) == (made.tournament.field, made.tournament.current)
    made.do(cmd.Cancel(*BY))
    cancelled = document_of(made)
    assert cancelled.secret == made.tournament.secret.hex()
    assert verify_document(cancelled) == []


def changed_event(document: Document, kind: type, change: Callable[[Any], ev.AnyEvent]) -> Document:
    """The document with another last event of a kind."""
    number = max(place for place, event in enumerate(document.events) if isinstance(event, kind))
    events = list(document.events)
    events[number] = change(events[number])
    return replace(document, events=tuple(events))


CHANGES: dict[str, Callable[[Document], Document]] = {
    "version 2 is not known": lambda made: replace(made, version=2),
    "the secret does not match the seal": lambda made: replace(made, secret="00" * 32),
    "the secret is another than": lambda made: replace(made, secret=""),
    "the secret of the start does not": lambda made: changed_event(
        made, ev.Begun, lambda event: replace(event, secret="00" * 32)
    ),
    "does not follow from the events before it": lambda made: replace(made, events=made.events[1:]),
    "there are no events": lambda made: replace(made, events=()),
    "the terms cannot be so: rounds": lambda made: changed_event(
        made, ev.Announced, lambda event: replace(event, terms=replace(event.terms, rounds=0))
    ),
    "the tournament or its seal is another": lambda made: replace(made, id="another"),
    "the standings are not those": lambda made: replace(made, standings=made.standings[::-1]),
    "the standings do not follow": lambda made: changed_event(
        made, ev.Ended, lambda event: replace(event, standings=event.standings[::-1])
    ),
    "the rounds are not those": lambda made: replace(made, rounds=made.rounds[1:]),
    "the payout does not follow": lambda made: replace(made, payout=None),
    "more players have paid": lambda made: replace(made, paid=10_000),
    "nobody is named for 'p1'": lambda made: replace(made, people=()),
    "the pairs of round 3 do not follow": lambda made: changed_event(
        made, ev.RoundPaired, lambda event: replace(event, meetings=event.meetings[::-1])
    ),
    "it ends before its last match": lambda made: replace(made, events=(*made.events[:-3], made.events[-1])),
}


@pytest.mark.parametrize("fault", CHANGES)
def test_a_change_is_found(fault: str) -> None:
    made = simulation("swiss", 8, rounds=3)
    made.play()
    assert fault in "\n".join(verify_document(CHANGES[fault](document_of(made))))


def test_a_lot_and_a_second_decision_that_cannot_be_are_found() -> None:
    made = begun("knockout", 2)
    report(made, 0, DRAWN)
    report(made, 0, DRAWN)
    document = document_of(made)
    assert verify_document(document) == []
    (lot,) = [event for event in made.events if isinstance(event, ev.MeetingDecided)]
    other = replace(lot, result=replace(lot.result, points=lot.result.points[::-1]))
    found = verify_document(changed_event(document, ev.MeetingDecided, lambda event: other))
    assert "round 1, place 0: the lot does not follow from the secret" in found
    twice = replace(document, events=(*document.events[:-1], lot, document.events[-1]))
    assert "round 1, place 0: decided twice" in verify_document(twice)


def test_pairs_of_an_arena_are_verified() -> None:
    made = simulation("arena", 6)
    made.play()
    changed = changed_event(
        document_of(made), ev.MeetingsPaired, lambda event: replace(event, meetings=event.meetings[::-1])
    )
    assert any("do not follow" in fault for fault in verify_document(changed))


def test_an_order_of_other_players_is_found() -> None:
    document = document_of(begun("knockout", 4))
    changed = changed_event(document, ev.Begun, lambda event: replace(event, order=event.order[1:]))
    assert "the draw has not the players who have entered" in verify_document(changed)


# --- the command


def verified(tmp_path: Path, body: bytes) -> int:
    path = tmp_path / "tournament.json"
    path.write_bytes(body)
    return main(["verify", str(path)])


def test_the_command_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = simulation("knockout", 4)
    made.play()
    body = encode_document(document_of(made))
    assert verified(tmp_path, json.dumps(json.loads(body), indent=2, sort_keys=True).encode()) == 0
    assert capsys.readouterr().out.endswith("seal verified; 2 rounds with 3 meetings and all places match\n")


def test_the_command_names_each_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = simulation("knockout", 4)
    made.play()
    document = document_of(made)
    assert verified(tmp_path, encode_document(replace(document, standings=(), paid=-1))) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 2)


def test_the_command_refuses_what_is_no_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, b'{"kind": "tournament"}') == 2
    assert "not a document of a tournament" in capsys.readouterr().err
    body = encode_document(document_of(simulation("knockout", 4)))
    assert verified(tmp_path, body + b" " * (64 * 1024 * 1024)) == 2
    assert "larger than 64 MB" in capsys.readouterr().err


def test_a_running_one_says_that_its_secret_is_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(tmp_path, encode_document(document_of(begun("knockout", 4)))) == 0
    assert "the secret is not open yet; 1 rounds" in capsys.readouterr().out
