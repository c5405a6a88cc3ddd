"""The boxes of brackets: each meeting with its players, their points, and its match."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from zaria.club.tournaments.models import Pairing
from zaria.club.tournaments.pages import meetings
from zaria.club.tournaments.pages.brackets import Bracket, Column, Place, Slot
from zaria.club.tournaments.pages.people import People
from zaria.club.tournaments.texts import half_points
from zaria.live.sockets.protocol.cards import Card, Person
from zaria.tournaments.field import DRAW, Meeting
from zaria.tournaments.state import TournamentState

MOST_LARGE = 2
"""The most boxes of a column whose boards stand above the names; in a longer one they stand beside them."""


class BoxSide(NamedTuple):
    """A place in a meeting.

    `person` is None in an empty place; `words` say who may come there, or that the opponent has a bye. `kind`
    is "won", "lost", "bye" or "", and `board_side` the player's side at the board.
    """

    person: Person | None
    words: str = ""
    kind: str = ""
    points: str = ""
    board_side: int = 0


class Box(NamedTuple):
    """A meeting. `match_id` is "" without a match; `is_open`: it is paired, and not decided.

    `has_board`: its match is played, and the box shows its board. `note`: its round waits for another.
    """

    sides: tuple[BoxSide, BoxSide]
    match_id: str = ""
    is_open: bool = False
    has_board: bool = False
    note: str = ""


class BoxColumn(NamedTuple):
    """A round. Its boxes lead in pairs ("pair") or alone ("line") to the next column; "": it is the last.

    `is_dense`: boards stand beside the names, so that a box with one is as high as the others.
    """

    title: str
    boxes: list[Box]
    joint: str
    is_current: bool
    is_dense: bool


class BoxBracket(NamedTuple):
    """A bracket as templates show it; see `Bracket`."""

    title: str
    columns: list[BoxColumn]
    cut: bool


class Boxes:
    """The contents of the boxes of a tournament's brackets."""

    def __init__(
        self,
        state: TournamentState,
        people: People,
        pairings: Mapping[Place, Pairing],
        cards: Mapping[str, Card],
    ) -> None:
        """Take the pairings of the brackets, and the cards of running matches by their ids."""
        self._state = state
        self._people, self._pairings, self._cards = people, pairings, cards
        self._match_ids, self._scores = meetings.match_ids(pairings), meetings.scores(pairings)

    def bracket(self, bracket: Bracket) -> BoxBracket:
        """Return the boxes of a bracket."""
        current = _current(bracket)
        columns = []
        for index, column in enumerate(bracket.columns):
            before = bracket.columns[index - 1] if index else None
            boxes = [self._box(slot, column, before) for slot in column.slots]
            is_dense = len(boxes) > MOST_LARGE and any(box.has_board for box in boxes)
            columns.append(BoxColumn(column.title, boxes, _joint(bracket, index), index == current, is_dense))
        return BoxBracket(bracket.title, columns, bracket.cut)

    def _box(self, slot: Slot, column: Column, before: Column | None) -> Box:
        meeting, key = slot.meeting, (slot.number, slot.place)
        if meeting is None:
            first, second = (self._to_come(slot, column, before, side) for side in (0, 1))
            return Box((first, second))
        match_id = self._match_ids.get(key, "")
        first, second = (self._side(meeting, side, key, match_id) for side in (0, 1))
        note = meetings.waiting_note(self._state, slot.number)
        return Box((first, second), match_id, meeting.result is None, match_id in self._cards, note)

    def _to_come(self, slot: Slot, column: Column, before: Column | None, side: int) -> BoxSide:
        """Return an empty place: the two players of whom one will come there, else the match before it."""
        if before is None or len(before.slots) != 2 * len(column.slots):
            return BoxSide(None, _("not known yet"))
        index = 2 * column.slots.index(slot) + side
        feeder = before.slots[index].meeting
        if feeder is None:
            return BoxSide(None, f"{before.title} · {index + 1}")
        if feeder.winner is not None:
            return BoxSide(self._people[feeder.winner])
        names = [self._people[player].name for player in feeder.players if player is not None]
        words = pgettext("players", "{one} or {two}").format(one=names[0], two=names[1]) if names[1:] else ""
        return BoxSide(None, words)

    def _side(self, meeting: Meeting, side: int, key: Place, match_id: str) -> BoxSide:
        player, result, pairing = meeting.players[side], meeting.result, self._pairings.get(key)
        if player is None:
            has_bye = result is not None and meeting.players[1 - side] is not None
            return BoxSide(None, _("bye") if has_bye else "", "bye" if has_bye else "")
        board_side = side if pairing is None else int(pairing.player0 != player)
        if result is None:
            card = self._cards.get(match_id)
            points = "" if card is None else str(card.score[board_side])
            return BoxSide(self._people[player], "", "", points, board_side)
        kind = "won" if meeting.winner == player else "lost"
        points = _points(meeting, side, self._scores.get(key, {}))
        return BoxSide(self._people[player], "", kind, points, board_side)


def _current(bracket: Bracket) -> int:
    """Return the index of the first column with an undecided meeting, else of the last one with meetings."""
    paired = [
        (index, slot.meeting)
        for index, column in enumerate(bracket.columns)
        for slot in column.slots
        if slot.meeting is not None
    ]
    undecided = (index for index, meeting in paired if meeting.result is None)
    return next(undecided, max((index for index, _meeting in paired), default=0))


def _joint(bracket: Bracket, index: int) -> str:
    if index + 1 == len(bracket.columns):
        return ""
    return "pair" if len(bracket.columns[index + 1].slots) < len(bracket.columns[index].slots) else "line"


def _points(meeting: Meeting, side: int, score: Mapping[str, int]) -> str:
    """Return the points of a player in a match; + and – where a meeting was decided without one."""
    player, result = meeting.players[side], meeting.result
    if result is None or player is None or None in meeting.players:
        return ""
    if player in score:
        return str(score[player])
    return half_points(DRAW) if result.points[side] == DRAW else "+" if meeting.winner == player else "–"
