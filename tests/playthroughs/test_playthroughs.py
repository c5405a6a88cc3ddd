"""The recorded matches replay, verify, and tell the same story as when they were recorded."""

from pathlib import Path

import pytest

from tests.playthroughs.regenerate import HERE, MATCHES, transcript
from zaria.match.events import MatchEnded
from zaria.match.evolve import replay
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

RECORDS = sorted(HERE.glob("*.json"))


def test_there_is_a_record_of_every_match() -> None:
    assert {path.stem for path in RECORDS} == set(MATCHES)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_is_true(path: Path) -> None:
    events = load(path.read_bytes())
    assert dump(events) == path.read_bytes()
    assert verify(events).problem is None
    match, last = replay(events), events[-1]
    assert isinstance(last, MatchEnded)
    assert (match.winner, match.score) == (last.winner, last.score)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_rules_give_what_they_gave_then(path: Path) -> None:
    transcript_lines = path.with_suffix(".txt").read_text().splitlines()
    assert list(transcript(load(path.read_bytes()))) == transcript_lines
