"""Handicaps: a match in which one side has points before the first game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.match.test_leaving import check_record
from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.evolve import replay
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import LONGEST, SESSION, ClockTerms, Terms
from zaria.match.view import view
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import mat, sgf
from zaria.records.formats.json import dump, load
from zaria.records.history import followed

MINUTE = ClockTerms(bank=60_000)


def give_up(table: Table) -> None:
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())


@given(length=st.integers(2, LONGEST), points=st.integers(1, LONGEST - 1), side=st.sampled_from([0, 1]))
def test_the_match_is_to_as_many_points_as_ever(length: int, points: int, side: int) -> None:
    start = (points, 0) if side == 0 else (0, points)
    terms = Terms("backgammon", length=length, cube=True, start_score=start)
    if points >= length:
        with pytest.raises(CommandRefusedError) as refused:
            terms.check_new()
        assert refused.value.code == "bad_handicap"
        return
    table = Table(terms)
    assert (table.match.score, view(table.match).start_score) == (start, start)
    assert table.match.crawford == (points == length - 1)
    won = [0, 0]
    while table.match.phase != "over":
        loser = table.match.to_act()
        assert loser is not None
        give_up(table)
        won[1 - loser] += 1
    score = table.match.score
    assert score == (start[0] + won[0], start[1] + won[1])
    assert max(score) == length
    assert table.match.winner == score.index(length)
    check_record(table)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("tabla", length=3, start_score=(0, 0)), "bad_handicap"),
        (Terms("tabla", length=3, start_score=(1, 1)), "bad_handicap"),
        (Terms("tabla", length=3, start_score=(-1, 0)), "bad_handicap"),
        (Terms("tabla", length=3, start_score=(0, 3)), "bad_handicap"),
        (Terms("tabla", start_score=(0, 1)), "bad_handicap"),
        (Terms("tabla", length=SESSION, start_score=(0, 1)), "bad_handicap"),
        (Terms("chess", start_score=(0, 1)), "bad_handicap"),
        (Terms("tabla", length=3, start_score=(0, 1), rated=True, clock=MINUTE), "handicap_counts"),
        (Terms("tabla", length=3, start_score=(0, 1), stakes=Stakes(100)), "handicap_counts"),
        (Terms("tabla", length=3, start_score=(0, 1), tournament="t", clock=MINUTE), "handicap_counts"),
    ],
)
def test_terms_that_cannot_be_agreed_on(terms: Terms, code: str) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        terms.check_new()
    assert refused.value.code == code


def test_in_a_rematch_the_points_go_with_their_player() -> None:
    terms = Terms("tabla", length=5, start_score=(0, 2))
    assert terms.renewed().start_score == (2, 0)
    assert terms.renewed().renewed() == terms
    assert Terms("tabla", length=5).renewed() == Terms("tabla", length=5)


def test_terms_without_one_are_written_as_before() -> None:
    assert b"start_score" not in ev.encode(Table(Terms("tabla", length=3)).events[0])


@pytest.mark.parametrize("form", [mat, sgf])
def test_files_of_other_programs_have_the_score(form: object) -> None:
    table = Table(Terms("backgammon", length=3, cube=True, start_score=(0, 1)))
    while table.match.phase != "over":
        give_up(table)
    again = replay(form.load(form.dump(table.events)))  # type: ignore[attr-defined]
    assert (again.terms.start_score, again.score) == ((0, 1), table.match.score)


def test_a_record_with_an_impossible_score_is_refused() -> None:
    table = Table(Terms("tabla", length=3, start_score=(0, 2)))
    while table.match.phase != "over":
        give_up(table)
    body = dump(table.events).replace(b'"start_score":[0,2]', b'"start_score":[0,-2]')
    with pytest.raises(InvalidRecordError):
        list(followed(load(body)))
