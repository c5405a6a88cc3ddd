"""The themes of puzzles with dice, by what the best turn does on the board and the second does not."""

from collections.abc import Sequence
from functools import cache

from zaria.bots.teaching.reasons import SHOTS, exposed
from zaria.games import dice_game
from zaria.games.protocols import Position
from zaria.games.turn import Turn

HOME, HEAD, BAR = 6, 24, 25
OPENING_PIPS = 20
"""A side that has not lost so many pips of its start is in the opening."""
PRIME, BLOCK = 4, 6
"""Points in a row that make a prime, and a block that nothing passes."""
FAR = 18
"""Points beyond this are the other side's home: one's points there are anchors, checkers escape."""
HEAD_GAMES = frozenset(("gulbara", "long-nardy", "long-nardy-5s", "gulbar", "crazy-gulbar", "sport-nardy"))
"""Games in which all checkers start on one point, the head, that may be left by few a turn."""
MOTHER_GAMES = frozenset(("tapa",))
"""Games in which the last checker of the start is the mother."""


def themes_of(position: Position, turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the themes of a roll to be played; `turns` are its answers, the best first."""
    side = position.turn
    best, second = turns[0], turns[1]
    before, after = position.counts(side), position.play(best).counts(side)
    instead = position.play(second).counts(side)
    named = {
        **_contacts(position, turns),
        "opening": _is_opening(position),
        "entry": position.game.contact.hits and before[BAR] > 0,
        "race": position.is_race(),
        "bear-off": sum(before[HOME + 1 :]) == 0,
    }
    if position.game.contact.hits and not position.is_race():
        points = _points_made(before, after, instead)
        named["point"] = any(point <= FAR for point in points)
        named["anchor"] = any(point > FAR for point in points)
        named["escape"] = sum(after[FAR + 1 : HEAD + 1]) < sum(instead[FAR + 1 : HEAD + 1])
    if position.game.contact.shares_road and not position.is_race():
        held = 1 if position.game.contact.lone_checker_blocks else 2
        row, other_row = _longest_row(after, held), _longest_row(instead, held)
        named["block-of-six"] = row >= BLOCK > other_row
        named["prime"] = not named["block-of-six"] and row >= PRIME and row > other_row
    if position.game.id in HEAD_GAMES:
        named["head"] = after[HEAD] != instead[HEAD]
    if position.game.id in MOTHER_GAMES:
        named["mother"] = (after[HEAD] == 0) != (instead[HEAD] == 0) or HEAD in position.pinned(side)
    return tuple(theme for theme, is_there in named.items() if is_there)


def _contacts(position: Position, turns: Sequence[Turn]) -> dict[str, bool]:
    """Return the themes of hits and pins, and of shots."""
    contact = position.game.contact
    if not contact.exposes or position.is_race():
        return {}
    hits = [any(step.hit for step in turn.steps) for turn in turns]
    shots, shots_instead = (exposed(position.play(turn), position.turn) for turn in turns[:2])
    return {
        "hit": contact.hits and hits[0],
        "pin": contact.pins and hits[0],
        "no-hit": not hits[0] and any(hits),
        "safety": shots_instead - shots >= SHOTS and not position.game.misere,
    }


def _points_made(before: tuple[int, ...], after: tuple[int, ...], instead: tuple[int, ...]) -> list[int]:
    """Return the points that the best turn makes and the second does not."""
    return [point for point in range(1, HEAD + 1) if before[point] < 2 <= after[point] and instead[point] < 2]


def _longest_row(counts: tuple[int, ...], held: int) -> int:
    """Return how many points in a row are held by so many checkers each."""
    longest = row = 0
    for count in counts[1 : HEAD + 1]:
        row = row + 1 if count >= held else 0
        longest = max(longest, row)
    return longest


def _is_opening(position: Position) -> bool:
    """Return whether both sides have moved by `OPENING_PIPS` at most."""
    start = _start_pips(position.game.id)
    return all(0 <= start - position.pips(side) <= OPENING_PIPS for side in (0, 1))


@cache
def _start_pips(game: str) -> int:
    return dice_game(game).start().pips(0)
