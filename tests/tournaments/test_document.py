"""The document of a tournament: it verifies itself, and any change of it is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import DRAWN, WON, begun, report
from tests.tournaments.test_formats import new_simulation, play
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
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.tournament import replay

BY = ("boss", "an error")


def document_of(simulation: Simulation) -> Document:
    names = {
        player: player.upper() for player in {*simulation.players, *simulation.tournament.ratings, "boss"}
    }
    return make_document(
        simulation.events,
        names,
        len(simulation.players),
        lambda number, place, attempt: f"m{number}-{place}-{attempt}",
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_verifies(name: str) -> None:
    simulation = new_simulation(name, 11, seed=3, no_shows=0.1)
    begun_document = document_of(simulation)
    assert verify_document(begun_document) == []
    play(simulation, 3, 0.05)
    document = document_of(simulation)
    assert verify_document(decode_document(encode_document(document))) == []
    assert document.secret
    assert [len(meetings) for meetings in document.rounds] == [
        len(meetings) for meetings in simulation.tournament.field.rounds
    ]


def with_acts() -> Simulation:
    simulation = begun("knockout", 8)
    simulation.do(cmd.Replace(str(simulation.tournament.current[0].players[0]), "new", 0, *BY))
    report(simulation, 0, DRAWN)
    report(simulation, 0, DRAWN)
    for place in simulation.tournament.waiting()[1:]:
        report(simulation, place, WON)
    simulation.do(cmd.Pause(*BY))
    report(simulation, simulation.tournament.waiting()[0], WON)
    simulation.do(cmd.Replay(1, 3, *BY))
    simulation.do(cmd.Undo(*BY))
    through = [str(meeting.winner) for meeting in simulation.tournament.current]
    simulation.do(cmd.PairByHand(((through[3], through[0]), (through[1], through[2])), *BY))
    simulation.do(cmd.Resume("boss"))
    return simulation


def test_acts_of_a_director_are_part_of_it() -> None:
    simulation = with_acts()
    document = document_of(simulation)
    assert document.rounds[0][0].match == "m1-0-2"
    assert document.rounds[0][3].match == "m1-3-1"
    assert verify_document(document) == []


def test_the_secret_is_not_in_the_document_before_the_end() -> None:
    """A lot of a later round follows from it."""
    simulation = with_acts()
    body = encode_document(document_of(simulation))
    assert simulation.tournament.secret.hex().encode() not in body
    public = replay(decode_document(body).events)
    assert (public.field, public.current) == (simulation.tournament.field, simulation.tournament.current)
    simulation.do(cmd.Cancel(*BY))
    cancelled = document_of(simulation)
    assert cancelled.secret == simulation.tournament.secret.hex()
    assert verify_document(cancelled) == []


def changed_event(document: Document, kind: type, change: Callable[[Any], ev.AnyEvent]) -> Document:
    """The document with another last event of a kind."""
    number = max(place for place, event in enumerate(document.events) if isinstance(event, kind))
    events = list(document.events)
    events[number] = change(events[number])
    return replace(document, events=tuple(events))


CHANGES: dict[str, Callable[[Document], Document]] = {
    "version 2 is not known": lambda document: replace(document, version=2),
    "the secret does not match the seal": lambda document: replace(document, secret="00" * 32),
    "the secret is another than": lambda document: replace(document, secret=""),
    "the secret of the start does not": lambda document: changed_event(
        document, ev.Begun, lambda event: replace(event, secret="00" * 32)
    ),
    "does not follow from the events before it": lambda document: replace(
        document, events=document.events[1:]
    ),
    "there are no events": lambda document: replace(document, events=()),
    "the terms cannot be so: rounds": lambda document: changed_event(
        document, ev.Announced, lambda event: replace(event, terms=replace(event.terms, rounds=0))
    ),
    "the tournament or its seal is another": lambda document: replace(document, id="another"),
    "the standings are not those": lambda document: replace(document, standings=document.standings[::-1]),
    "the standings do not follow": lambda document: changed_event(
        document, ev.Ended, lambda event: replace(event, standings=event.standings[::-1])
    ),
    "the rounds are not those": lambda document: replace(document, rounds=document.rounds[1:]),
    "the payout does not follow": lambda document: replace(document, payout=None),
    "more players have paid": lambda document: replace(document, paid=10_000),
    "nobody is named for 'p1'": lambda document: replace(document, people=()),
    "the pairs of round 3 do not follow": lambda document: changed_event(
        document, ev.RoundPaired, lambda event: replace(event, meetings=event.meetings[::-1])
    ),
    "it ends before its last match": lambda document: replace(
        document, events=(*document.events[:-3], document.events[-1])
    ),
}


@pytest.mark.parametrize("fault", CHANGES)
def test_a_change_is_found(fault: str) -> None:
    simulation = new_simulation("swiss", 8, rounds=3)
    simulation.play()
    assert fault in "\n".join(verify_document(CHANGES[fault](document_of(simulation))))


def test_a_lot_and_a_second_decision_that_cannot_be_are_found() -> None:
    simulation = begun("knockout", 2)
    report(simulation, 0, DRAWN)
    report(simulation, 0, DRAWN)
    document = document_of(simulation)
    assert verify_document(document) == []
    (lot,) = [event for event in simulation.events if isinstance(event, ev.MeetingDecided)]
    altered = replace(lot, result=replace(lot.result, points=lot.result.points[::-1]))
    faults = verify_document(changed_event(document, ev.MeetingDecided, lambda event: altered))
    assert "round 1, place 0: the lot does not follow from the secret" in faults
    twice = replace(document, events=(*document.events[:-1], lot, document.events[-1]))
    assert "round 1, place 0: decided twice" in verify_document(twice)


def test_pairs_of_an_arena_are_verified() -> None:
    simulation = new_simulation("arena", 6)
    simulation.play()
    changed = changed_event(
        document_of(simulation),
        ev.MeetingsPaired,
        lambda event: replace(event, meetings=event.meetings[::-1]),
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
    simulation = new_simulation("knockout", 4)
    simulation.play()
    body = encode_document(document_of(simulation))
    assert verified(tmp_path, json.dumps(json.loads(body), indent=2, sort_keys=True).encode()) == 0
    assert capsys.readouterr().out.endswith("seal verified; 2 rounds with 3 meetings and all places match\n")


def test_the_command_names_each_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulation = new_simulation("knockout", 4)
    simulation.play()
    document = document_of(simulation)
    assert verified(tmp_path, encode_document(replace(document, standings=(), paid=-1))) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 2)


def test_the_command_refuses_what_is_no_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(tmp_path, b'{"kind": "tournament"}') == 2
    assert "not a document of a tournament" in capsys.readouterr().err
    body = encode_document(document_of(new_simulation("knockout", 4)))
    assert verified(tmp_path, body + b" " * (64 * 1024 * 1024)) == 2
    assert "larger than 64 MB" in capsys.readouterr().err


def test_a_running_one_says_that_its_secret_is_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(tmp_path, encode_document(document_of(begun("knockout", 4)))) == 0
    assert "the secret is not open yet; 1 rounds" in capsys.readouterr().out
