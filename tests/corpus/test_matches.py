"""Stored matches of every game: read, replayed, shown, recorded and written again as they always were."""

import json
from typing import Any

import pytest

from tests.corpus import adapter, facts, files
from tests.corpus.adapter import StoredMatch
from tests.corpus.facts import DIGITS
from tests.support.by_day import by_day

GAMES = sorted(path.name.partition(".")[0] for path in (files.HERE / "matches").iterdir())
DAY = (
    *("backgammon", "chess", "crazy-gulbar", "gulbara", "long-nardy-5s", "russian-draughts", "tapa"),
    *("three-games", "ugolki", "money-sessions", "takebacks", "tournament", "by-day", "results"),
)
"""One of each kind of contact and of board, and all kinds of matches; their rules are in `tests/games`."""
LEAST = 200
AUDIENCES = ("side 0", "side 1", "an onlooker")

Case = tuple[str, StoredMatch, dict[str, Any]]


@pytest.fixture(scope="module", params=by_day(DAY, GAMES))
def cases(request: pytest.FixtureRequest) -> list[Case]:
    """The matches of a game: what each is called, the match itself, and what was made of it."""
    lines = files.read(files.HERE / "matches" / f"{request.param}.jsonl.xz")
    expected = files.read(files.HERE / "expected" / f"{request.param}.jsonl.xz")
    return [(line["name"], facts.stored(line), frozen) for line, frozen in zip(lines, expected, strict=True)]


def test_every_game_is_there_and_every_event() -> None:
    lines = [line for game in GAMES for line in files.read(files.HERE / "matches" / f"{game}.jsonl.xz")]
    assert set(adapter.every_game()) <= set(GAMES)
    assert len(lines) >= LEAST
    assert {row[1] for line in lines for row in line["rows"]} == adapter.tags()["events"]


def test_events_are_written_as_they_were_read(cases: list[Case]) -> None:
    for name, match, _ in cases:
        assert adapter.places_written_again(match.places) == match.places, name
        for row in match.rows:
            assert adapter.row_written_again(row) == row, f"{name}: event {row.seq}"


def test_each_audience_is_shown_the_same(cases: list[Case]) -> None:
    for name, match, frozen in cases:
        now = facts.views(match)
        for seq, frames in frozen["frames"].items():
            for audience, then, sent in zip(AUDIENCES, frames, now["frames"][seq], strict=True):
                _is_the_same(sent, then, (name, seq, audience))
        for audience, then, sent in zip(AUDIENCES, frozen["states"], now["states"], strict=True):
            _is_the_same(sent, then, (name, audience))
        assert (now["view"], now["card"]) == (frozen["view"], frozen["card"]), name
        assert _differing(frozen["digests"], now["digests"]) == [], name


def test_records_are_the_same_and_are_read_the_same(cases: list[Case]) -> None:
    for name, match, frozen in cases:
        assert _without_later_tags(facts.records(match)) == _without_later_tags(frozen["records"]), name


def _without_later_tags(records: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {
        form: {**record, "text": facts.without_later_tags(record["text"])} for form, record in records.items()
    }


def test_finished_matches_are_true(cases: list[Case]) -> None:
    """Seal, dice, moves, points and clocks: everything is decided again by the rules."""
    for name, match, _ in cases:
        if match.rows[-1].kind == "closed":
            assert adapter.verified([row.body for row in match.rows]) is None, name


def test_analyses_are_written_as_they_were_read() -> None:
    lines = files.read(files.HERE / "analyses.jsonl.xz")
    assert lines
    for line in lines:
        body = line["body"].encode()
        once = adapter.analysis_written_again(body)
        assert _numbers(once) == _numbers(body), line["match"]
        assert adapter.analysis_written_again(once) == once, line["match"]


def _is_the_same(sent: str, then: str, where: tuple[str, ...]) -> None:
    """Fails with the values that differ, or with the bytes if they are the same values."""
    if sent != then:
        assert adapter.pretty(sent.encode()) == adapter.pretty(then.encode()), where
    assert sent == then, where


def _numbers(body: bytes) -> str:
    """JSON in which 0 and 0.0 are the same."""
    return json.dumps(json.loads(body, parse_int=float), indent=1)


def _differing(then: list[str], now: list[str]) -> list[str]:
    """After which events who is shown something else."""
    return [
        f"event {seq}, {audience}"
        for seq, (before, after) in enumerate(zip(then, now, strict=True))
        for audience, start in zip(AUDIENCES, range(0, len(before), DIGITS), strict=True)
        if before[start : start + DIGITS] != after[start : start + DIGITS]
    ]
