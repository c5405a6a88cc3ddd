"""A still picture of an example: what the browser needs to draw it, and the same in words."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from zaria.club.games.rules_pages.examples import Example, history
from zaria.games.protocols import Position
from zaria.games.turn import Turn

OFF, BAR = 0, 25


def figure(example: Example, caption: SafeString) -> SafeString:
    """An example with its caption; until it is drawn, and where nothing draws, its words can be read."""
    position, turn = history(example)[example.shown]
    barred = _written(example.never[0]) if example.never else []
    return format_html(
        '<figure class="picture" data-picture="{}"><div class="drawn"><p class="words">{}</p></div>'
        "<figcaption>{}</figcaption></figure>",
        json.dumps(drawn(position, turn, barred), separators=(",", ":")),
        " ".join(words(position, turn)),
        caption,
    )


def drawn(position: Position, turn: Turn | None, barred: Sequence[tuple[int, int]] = ()) -> dict[str, Any]:
    """Data for `tables/picture.js`; X is side 0. `barred` are illegal steps."""
    duty = position.duty
    arrows = Counter((step.src, step.dst) for step in turn.steps) if turn else {}
    return {
        "hand": not position.game.contact.shares_road,
        "parallel": position.game.parallel,
        "men": [position.counts(0), position.counts(1)],
        "pins": [position.pinned(0), position.pinned(1)],
        "dice": duty.stages[0] if duty else (),
        "side": position.turn,
        "arrows": [[src, dst, times] for (src, dst), times in arrows.items()],
        "barred": barred,
    }


def _written(moves: str) -> list[tuple[int, int]]:
    """The steps of a turn as it is written, without its dice."""
    ways = [way.split("/") for way in moves.replace("*", "").split()]
    return [(_point(src), _point(dst)) for way in ways for src, dst in pairwise(way)]


def _point(written: str) -> int:
    return {"off": OFF, "bar": BAR}[written] if written.isalpha() else int(written)


def words(position: Position, turn: Turn | None) -> Iterator[str]:
    """The picture in sentences. Points bear the numbers that are printed beside the board: light's own."""
    game = position.game
    yield _("Light: {men}.").format(men=_men(position, 0, range(26)))
    across = (
        [_across(parallel=game.parallel, point=point) for point in range(26)]
        if game.contact.shares_road
        else range(26)
    )
    yield _("Dark: {men}.").format(men=_men(position, 1, across))
    if position.duty:
        yield _("Dice: {dice}.").format(dice="-".join(map(str, position.duty.stages[0])))
    if turn and turn.steps:
        yield _("Move: {move}.").format(move=turn)


def _across(*, parallel: bool, point: int) -> int:
    """The other side's number of a point."""
    if point in (OFF, BAR):
        return point
    return 25 - point if not parallel else (point + 11) % 24 + 1


def _men(position: Position, side: int, names: Iterable[int]) -> str:
    """The checkers of a side, point by point, the furthest first."""
    counts: Sequence[int] = position.counts(side)
    pinned = position.pinned(side)
    parts = [
        _place(position, name, counts[point], pinned=point in pinned)
        for point, name in sorted(enumerate(names), reverse=True)
        if counts[point]
    ]
    return ", ".join(parts)


def _place(position: Position, name: int, men: int, *, pinned: bool) -> str:
    if name == OFF:
        return _("off {n}").format(n=men)
    if name == BAR:
        return (_("on the bar {n}") if position.game.contact.shares_road else _("in hand {n}")).format(n=men)
    text = _("{n} on {point}").format(n=men, point=name)
    return _("{place} (pinned)").format(place=text) if pinned else text
