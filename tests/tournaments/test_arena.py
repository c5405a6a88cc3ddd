"""Pairs and points of an arena."""

from itertools import pairwise

from tests.tournaments.test_formats import play, simulation
from zaria.tournaments.field import Field, Meeting, Result
from zaria.tournaments.formats.arena import last_opponents, pair, points_of


def test_neighbours_in_points_meet_but_not_twice_in_a_row() -> None:
    points = {"a": 8, "b": 7, "c": 4, "d": 3}
    assert pair(list("dcba"), points, {}) == [("a", "b"), ("c", "d")]
    assert pair(list("dcba"), points, {"a": "b", "b": "a"}) == [("a", "c"), ("b", "d")]


def test_the_last_to_wait_is_left_over() -> None:
    assert pair(["a", "b", "c"], {"c": 9}, {}) == [("a", "b")]


def test_two_alone_meet_again() -> None:
    assert pair(["a", "b"], {}, {"a": "b", "b": "a"}) == [("a", "b")]


def test_the_last_pair_is_broken_up_if_they_have_just_met() -> None:
    last = {"c": "d", "d": "c"}
    assert pair(list("abcd"), {"a": 3, "b": 2}, last) == [("d", "b"), ("c", "a")]


def test_nobody_meets_the_same_player_twice_in_a_row() -> None:
    for players in range(4, 30):
        field = play(simulation("arena", players, rounds=12, seed=players), players, 0).field
        for number, meetings in enumerate(field.rounds):
            last = last_opponents(Field(field.entrants, field.order, field.rounds[:number]))
            pairs = [(str(one), str(two)) for one, two in (each.players for each in meetings)]
            if any(last.get(one) == two or last.get(two) == one for one, two in pairs):
                here = [player for pair in pairs for player in pair]
                assert len(here) < 8
                assert not can_avoid(here, last)
        for one, two in pairwise(resting(field)):
            assert not one & two, "the same player is left over twice in a row"


def can_avoid(players: list[str], last: dict[str, str]) -> bool:
    """True if these can all be paired with somebody whom they have not just played."""
    if not players:
        return True
    one, *others = players
    return any(
        last.get(one) != two and last.get(two) != one and can_avoid([p for p in others if p != two], last)
        for two in others
    )


def resting(field: Field) -> list[set[str]]:
    """The players of each round who were left over."""
    everybody = set(field.entrants)
    return [
        everybody - {player for meeting in part for player in meeting.players if player is not None}
        for part in field.rounds
    ]


def test_the_third_win_in_a_row_counts_twice() -> None:
    won, drawn, lost = Result((2, 0)), Result((1, 1)), Result((0, 2))
    results = (won, won, won, won, drawn, won, lost, won)
    field = Field(("a", "b"), ("a", "b"), tuple((Meeting(("a", "b"), result),) for result in results))
    assert points_of(field)["a"] == 2 + 2 + 4 + 4 + 2 + 2 + 0 + 2
    assert points_of(field)["b"] == 1 + 2
