"""The pairs of a Swiss with many players: nobody twice, one bye each, equals meet, sides change."""

import random
from collections import Counter

import pytest

from zaria.tournaments.field import BYE, Field, Meeting, Result
from zaria.tournaments.formats.fast_pairs import fast_pairs
from zaria.tournaments.formats.swiss import MOST_DUTCH, Swiss


def played(
    players: int, rounds: int, seed: int = 0, absent: float = 0.0, withdraw: float = 0.0
) -> tuple[Field, list[list[int]]]:
    """The field after so many rounds, and the differences in points of the pairs of each round."""
    chance = random.Random(seed)
    names = tuple(f"p{number}" for number in range(players))
    field, differences = Field(names, names), []
    for _ in range(rounds):
        pairs = fast_pairs(field)
        assert pairs is not None
        paired = [player for pair in pairs for player in pair if player is not None]
        assert sorted(paired) == sorted(field.present)
        differences.append(
            [abs(field.points[player] - field.points[opponent]) for player, opponent in pairs if opponent]
        )
        field = field.after(_result(player, opponent, chance, absent) for player, opponent in pairs)
        gone = frozenset(player for player in field.present if chance.random() < withdraw)
        field = Field(field.entrants, field.order, field.rounds, field.withdrawn | gone)
    return field, differences


def _result(player: str, opponent: str | None, chance: random.Random, absent: float) -> Meeting:
    if opponent is None:
        return Meeting((player, None), BYE)
    if chance.random() < absent:
        return Meeting((player, opponent), Result(chance.choice([(2, 0), (0, 2), (0, 0)]), played=False))
    drawn, better = chance.random() < 0.1, int(player[1:]) < int(opponent[1:])
    won = better == (chance.random() < 0.8)
    return Meeting((player, opponent), Result((1, 1) if drawn else (2, 0) if won else (0, 2)))


@pytest.mark.parametrize(
    ("players", "rounds", "absent", "withdraw"),
    [(64, 9, 0.0, 0.0), (301, 11, 0.0, 0.0), (301, 11, 0.1, 0.02), (220, 60, 0.05, 0.0)],
)
def test_nobody_meets_twice_or_has_two_byes(
    players: int, rounds: int, absent: float, withdraw: float
) -> None:
    field, _ = played(players, rounds, absent=absent, withdraw=withdraw)
    pairs = [meeting.players for meeting in field.meetings() if None not in meeting.players]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    byes = Counter(meeting.players[0] for meeting in field.meetings() if None in meeting.players)
    assert set(byes.values()) <= {1}
    assert all(sum(None in meeting.players for meeting in meetings) <= 1 for meetings in field.rounds)


def test_equals_meet_and_sides_change() -> None:
    field, differences = played(1000, 9)
    assert all(sum(gaps) <= len(gaps) // 10 and max(gaps) <= 1 for gaps in differences)
    sides: dict[str, list[int]] = {player: [] for player in field.entrants}
    for meeting in field.meetings():
        for side, player in enumerate(meeting.players):
            sides[str(player)].append(side)
    assert all(abs(2 * sum(played_sides) - len(played_sides)) <= 1 for played_sides in sides.values())
    assert not any(
        "000" in text or "111" in text
        for text in ("".join(map(str, played_sides)) for played_sides in sides.values())
    )


def test_the_first_round_is_that_of_the_dutch_system() -> None:
    names = tuple(f"p{number}" for number in range(1, 8))
    assert fast_pairs(Field(names, names)) == [("p1", "p4"), ("p5", "p2"), ("p3", "p6"), ("p7", None)]


def test_the_bye_goes_to_the_last_without_one() -> None:
    names = ("a", "b", "c")
    first = (Meeting(("a", "b"), Result((2, 0), played=False)), Meeting.of("c", None))
    assert fast_pairs(Field(names, names, (first,))) == [("a", "c"), ("b", None)]
    second = (Meeting(("a", "c"), Result((0, 2))), Meeting.of("b", None))
    assert fast_pairs(Field(names, names, (first, second))) == [("c", "b"), ("a", None)]


def test_no_pairs_are_left_when_all_have_met() -> None:
    names = ("a", "b")
    field = Field(names, names, ((Meeting(("a", "b"), Result((2, 0))),),))
    assert fast_pairs(field) is None
    everybody_free = tuple((Meeting.of(player, None),) for player in "abc")
    assert fast_pairs(Field(("a", "b", "c"), ("a", "b", "c"), everybody_free)) is None


def test_the_last_pairs_are_parted_for_those_who_are_left() -> None:
    names = tuple("abcd")
    met = (Meeting(("a", "b"), Result((2, 0))), Meeting(("c", "d"), Result((0, 2))))
    again = (Meeting(("d", "a"), Result((2, 0))), Meeting(("b", "c"), Result((0, 2))))
    pairs = fast_pairs(Field(names, names, (met, again)))
    assert pairs is not None
    assert {frozenset(pair) for pair in pairs} == {frozenset("ac"), frozenset("bd")}


def test_a_swiss_of_many_is_paired_so() -> None:
    names = tuple(f"p{number}" for number in range(MOST_DUTCH + 1))
    field = Field(names, names)
    assert [meeting.players for meeting in Swiss(5).next_round(field) or ()] == fast_pairs(field)
