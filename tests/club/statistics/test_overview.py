"""All matches in two queries, and the same as counted one by one; on both databases."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from tests.support.club.random_matches import ME, match, some
from tests.support.club.site_database import site
from zaria.club.matches.results.models import Played
from zaria.club.statistics import match_list, overview
from zaria.club.statistics.aggregates import lists
from zaria.club.statistics.dice import FACES, Seen
from zaria.club.statistics.overview import ResultTally


@pytest.fixture(params=["sqlite", "postgresql"])
def database_of_any_kind(
    request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path
) -> Iterator[None]:
    url = request.getfixturevalue("database") if request.param == "postgresql" else None
    with site(url, tmp_path):
        yield


def results(tally: ResultTally) -> tuple[int, int, int]:
    return tally.won, tally.drawn, tally.lost


def by_hand(rows: list[Played]) -> tuple[Counter[Any], Counter[Any]]:
    """Results of matches and of single games, one after the other."""
    matches: Counter[Any] = Counter()
    games: Counter[Any] = Counter()
    for row in rows:
        side = 0 if row.player0 == ME else 1
        if row.void or row.voided:
            matches["void"] += 1
            continue
        kind = {"m1": "member", "r1": "robot", "g1": "guest"}.get(
            (row.player1, row.player0)[side], "computer"
        )
        result = _result(row.won, side)
        for of in ("total", row.game, kind):
            matches[of, result] += 1
        for winner, _points, how, _end in row.games:
            if winner is not None or how == "draw":
                games[row.game, side, _result(winner, side)] += 1
                games[row.game, how, _result(winner, side)] += 1
    return matches, games


def _result(won: int | None, side: int) -> str:
    return "drawn" if won is None else "won" if won == side else "lost"


def test_what_is_counted_together_is_what_is_counted_one_by_one(database_of_any_kind: None) -> None:
    rows = some(400)
    Played.objects.create(**{**_of(match(999)), "player0": "other", "dice0": [9] * 8})
    summary = overview.of(ME)
    matches, games = by_hand(rows)

    def expected(of: Any, counter: Counter[Any] = matches) -> tuple[int, ...]:
        key = of if isinstance(of, tuple) else (of,)
        return tuple(counter[(*key, result)] for result in ("won", "drawn", "lost"))

    assert summary.void == matches["void"] > 0
    assert results(summary.total) == expected("total")
    assert {kind: results(tally) for kind, _name, tally in summary.against} == {
        kind: expected(kind) for kind in ("member", "robot", "guest", "computer")
    }
    assert {entry.game for entry in summary.games} == {row.game for row in rows}
    for entry in summary.games:
        assert results(entry.matches) == expected(entry.game)
        assert [results(side) for side in entry.sides] == [
            expected((entry.game, side), games) for side in (0, 1)
        ]
        assert {kind: results(tally) for kind, tally in entry.kinds.items()} == {
            kind: expected((entry.game, kind), games)
            for kind in ("mars", "koks", "home_mars")
            if any(expected((entry.game, kind), games))
        }
    assert [entry.matches.played for entry in summary.games] == sorted(
        (entry.matches.played for entry in summary.games), reverse=True
    )
    assert fell(summary.player_dice) == summed(rows, True)
    assert fell(summary.opponent_dice) == summed(rows, False)
    assert [row.match.id for part in match_list.chunks(ME, Q()) for row in part] == [
        row.match_id for row in sorted(rows, key=lambda row: row.ended, reverse=True)
    ]


def fell(seen: Seen) -> list[int]:
    return [*(face.times for face in seen.faces), seen.rolls, seen.doublets]


def summed(rows: list[Played], is_own: bool) -> list[int]:
    """The dice of void matches too: they fell."""
    dice = [row.dice0 if (row.player0 == ME) == is_own else row.dice1 for row in rows]
    return [sum(row[n] for row in dice if row) for n in range(FACES + 2)]


def _of(row: Played) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in Played._meta.concrete_fields}


@pytest.mark.django_db
def test_two_queries_whatever_the_number() -> None:
    some(50)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        overview.of(ME)
    assert len(queries) == 2


@pytest.mark.django_db
def test_the_side_of_the_match_is_the_colour() -> None:
    """A match to three: two games lost and a mars won, with the dark checkers."""
    games = [[0, 1, "single", "played"], [1, 2, "mars", "resigned"], [0, 2, "", "dropped"]]
    match(1, side=1, games=games, won=0, score0=3, score1=2, length=3).save()
    (entry,) = overview.of(ME).games
    assert (results(entry.matches), results(entry.games), entry.several) == ((0, 0, 1), (1, 0, 2), True)
    assert [results(side) for _name, side in entry.colours] == [(0, 0, 0), (1, 0, 2)]
    assert [(name, results(tally)) for _, name, tally in entry.named] == [("Mars", (1, 0, 0))]


@pytest.mark.django_db
def test_nobody_has_played_nothing() -> None:
    summary = overview.of("nobody")
    assert not summary.anything
    assert not summary.dice


def test_joined_columns() -> None:
    assert lists(None) == lists("") == []
    assert lists("[1,2],[],[3]") == [[1, 2], [], [3]]
