"""Brackets of knock-outs, drawn as SVG: a column for each round, a box for each meeting.

The picture is decorative: the same meetings stand as a list under the rounds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from zaria.club.tournaments.pages.people import People
from zaria.club.tournaments.texts import bracket_round, half_points, round_name
from zaria.tournaments.field import DRAW, Meeting, Round
from zaria.tournaments.state import TournamentState

WIDTH, HEIGHT, GAP, STEP = 168, 46, 28, 58
"""The size of a box, the space between two columns, and the distance of boxes in the longest column."""

MOST_BOXES = 32
"""The most boxes of a column: of a larger bracket only the last rounds are drawn."""

NAME_LENGTH = 20
NAME_ROOM = WIDTH - 36
"""Pixels of a name beside its points; a longer one is drawn narrower."""
_LETTERS = {"MWmw": 12.5, "fijlrtIJ": 4.5}
"""Widths of bold letters in pixels; other capitals have 9.5, the rest 8."""


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
    """The brackets of a tournament that has begun."""
    rounds = (*state.field.rounds, *((state.current,) if state.current else ()))
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


def drawing(
    bracket: Bracket,
    people: People,
    matches: Mapping[Place, str],
    scores: Mapping[Place, Mapping[str, int]],
) -> SafeString:
    """The picture of a bracket; `matches` are the ids of its matches, `scores` its players' points."""
    rows = max(len(column.slots) for column in bracket.columns)
    width = len(bracket.columns) * (WIDTH + GAP) - GAP + 2
    height = rows * STEP
    lines, boxes = [], []
    for at, column in enumerate(bracket.columns):
        x = 1 + at * (WIDTH + GAP)
        for place, slot in enumerate(column.slots):
            middle = height * (2 * place + 1) // (2 * len(column.slots))
            boxes.append(_box(slot, x, middle, people, matches, scores))
            if at + 1 < len(bracket.columns):
                further = len(bracket.columns[at + 1].slots)
                next_place = place * further // len(column.slots)
                there = height * (2 * next_place + 1) // (2 * further)
                half = x + WIDTH + GAP // 2
                lines.append(f"M{x + WIDTH} {middle}H{half}V{there}H{x + WIDTH + GAP}")
    return format_html(
        '<svg width="{0}" height="{1}" viewBox="0 0 {0} {1}" aria-hidden="true">'
        '<path class="way" d="{2}"/>{3}</svg>',
        width,
        height,
        "".join(lines),
        mark_safe("".join(boxes)),
    )


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
    return [
        Slot(number, place, meetings[place] if place < len(meetings) else None)
        for place in range(first, first + count)
    ]


def _box(
    slot: Slot,
    x: int,
    middle: int,
    people: People,
    matches: Mapping[Place, str],
    scores: Mapping[Place, Mapping[str, int]],
) -> SafeString:
    """The box of a meeting, with a link to its match."""
    meeting, top = slot.meeting, middle - HEIGHT // 2
    names = []
    for side, baseline in enumerate((top + 16, top + 38)):
        if meeting is None:
            continue
        player, result = meeting.players[side], meeting.result
        bye = player is None and result is not None and meeting.players[1 - side] is not None
        name = _("bye") if bye else _narrowed(people[player].name[:NAME_LENGTH])
        points = _points(meeting, side, scores.get((slot.number, slot.place), {}))
        if bye or result is None or player is None:
            kind = "bye" if bye else ""
        else:
            kind = "won" if meeting.winner == player else "lost"
        names.append((kind, x + 8, baseline, name, x + WIDTH - 8, baseline, points))
    texts = format_html_join(
        "", '<text class="{}" x="{}" y="{}">{}<tspan class="p" x="{}" y="{}">{}</tspan></text>', names
    )
    waits = meeting is not None and meeting.result is None
    inner = format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="9"/><path class="mid" d="M{} {}h{}"/>{}',
        "now" if waits else "box",
        x,
        top,
        WIDTH,
        HEIGHT,
        x,
        middle,
        WIDTH,
        texts,
    )
    match_id = matches.get((slot.number, slot.place), "")
    if not match_id:
        return inner
    return format_html('<a href="/t/{}" tabindex="-1">{}</a>', match_id, inner)


def _narrowed(name: str) -> str:
    """A name that takes no more than its room, as far as the widths of letters can be estimated."""
    width = sum(map(_letter_width, name))
    if width <= NAME_ROOM:
        return name
    return format_html('<tspan textLength="{}" lengthAdjust="spacingAndGlyphs">{}</tspan>', NAME_ROOM, name)


def _letter_width(letter: str) -> float:
    widths = (width for letters, width in _LETTERS.items() if letter in letters)
    return next(widths, 9.5 if letter.isupper() else 8)


def _points(meeting: Meeting, side: int, score: Mapping[str, int]) -> str:
    """The points of a player in a match; + and – where a meeting was decided without one."""
    player, result = meeting.players[side], meeting.result
    if result is None or player is None or None in meeting.players:
        return ""
    if player in score:
        return str(score[player])
    return half_points(DRAW) if result.points[side] == DRAW else "+" if meeting.winner == player else "–"
