"""Brackets of knock-outs: a column for each round, with a slot for each meeting."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria.club.tournaments.texts import bracket_round, round_name
from zaria.tournaments.field import Meeting, Round
from zaria.tournaments.state import DELETED, TournamentState

MOST_BOXES = 32
"""The most boxes of a column: of a larger bracket only the last rounds are drawn."""


class Slot(NamedTuple):
    """A meeting of the bracket, by its round (from 1) and place; None: not paired yet."""

    number: int
    place: int
    meeting: Meeting | None


Place = tuple[int, int]
"""A meeting of a tournament: its round, from 1, and its place in it."""


class Column(NamedTuple):
    """A round of a bracket."""

    title: str
    slots: list[Slot]


class Bracket(NamedTuple):
    """A bracket; `title` is "" for a single one, and `cut` means that the first rounds are left out."""

    title: str
    columns: list[Column]
    cut: bool = False


def brackets(state: TournamentState) -> list[Bracket]:
    """The brackets of a tournament that has begun, with the rounds that wait behind a corrected one."""
    current = (state.current,) if state.current else ()
    rounds = (*state.field.rounds, *current, *(paired.meetings for paired in state.later))
    info = state.terms.info
    before = info.rounds_before_bracket(state.field)
    rounds = rounds[before:]
    if not info.bracket or not rounds or not rounds[0]:
        return []
    return DRAWERS[info.bracket](rounds, before)


def players(drawn: Sequence[Bracket]) -> set[str | None]:
    """All players of brackets."""
    return {
        player
        for bracket in drawn
        for column in bracket.columns
        for slot in column.slots
        if slot.meeting is not None
        for player in slot.meeting.players
    }


def _single(rounds: Sequence[Round], before: int) -> list[Bracket]:
    """One bracket; `before` rounds of the tournament came before it."""
    columns, boxes, number = [], len(rounds[0]), before + 1
    while boxes:
        meetings = rounds[number - before - 1] if number - before <= len(rounds) else ()
        columns.append(Column(bracket_round(boxes), _slots(number, 0, boxes, meetings)))
        boxes, number = boxes // 2, number + 1
    shown = [column for column in columns if len(column.slots) <= MOST_BOXES]
    return [Bracket("", shown, len(shown) < len(columns))]


def _double(rounds: Sequence[Round], _before: int) -> list[Bracket]:
    """The winners' bracket, the losers' bracket, and the final or both of them."""
    boxes = len(rounds[0])
    upper = [Column(round_name(1), _slots(1, 0, boxes, _round(rounds, 1)))]
    lower, number = [], 2
    while boxes > 1:
        boxes //= 2
        both = _round(rounds, number)
        upper.append(Column(round_name(number), _slots(number, 0, boxes, both)))
        lower.append(Column(round_name(number), _slots(number, boxes, boxes, both)))
        lower.append(Column(round_name(number + 1), _slots(number + 1, 0, boxes, _round(rounds, number + 1))))
        number += 2
    final = [Column(_("Final"), _slots(number, 0, 1, _round(rounds, number)))]
    if len(rounds) > number:
        final.append(Column(_("Second final"), _slots(number + 1, 0, 1, _round(rounds, number + 1))))
    parts = [
        Bracket(_("Winners' bracket"), upper),
        Bracket(_("Losers' bracket"), lower),
        Bracket(_("Final"), final),
    ]
    return [_short(bracket) for bracket in parts if bracket.columns]


DRAWERS: Mapping[str, Callable[[Sequence[Round], int], list[Bracket]]] = {
    "single": _single,
    "double": _double,
}
"""The drawers of brackets, which take the rounds and the number of rounds before them."""


def _short(bracket: Bracket) -> Bracket:
    shown = [column for column in bracket.columns if len(column.slots) <= MOST_BOXES]
    return bracket._replace(columns=shown, cut=len(shown) < len(bracket.columns))


def _round(rounds: Sequence[Round], number: int) -> Round:
    return rounds[number - 1] if number <= len(rounds) else ()


def _slots(number: int, first: int, count: int, meetings: Round) -> list[Slot]:
    paired = {place: meeting for place, meeting in enumerate(meetings) if meeting != DELETED}
    return [Slot(number, place, paired.get(place)) for place in range(first, first + count)]
