"""The options of a table in words: names, values and hints."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from zaria.games.protocols import Option

YES_NO: Mapping[Option, Any] = {False: _("No"), True: _("Yes")}
YES_FIRST: Mapping[Option, Any] = {True: _("Yes"), False: _("No")}


class Words(NamedTuple):
    """An option as a visitor reads it; `hint` is a sentence, or nothing where the name says it all."""

    label: Any
    values: Mapping[Option, Any]
    hint: Any = ""


OPTIONS: Mapping[str, Words] = {
    "first_long_move": Words(
        _("First long move"),
        {"both": _("Both players"), "starter": _("The starter"), "off": _("Nobody")},
        _("The first turn is played with one checker, if that can be done."),
    ),
    "ladder_from_roll": Words(
        _("Doublets climb"),
        {1: _("From the first roll"), 4: _("From the fourth roll")},
        _("Until then a doublet is four moves and no more, counted for each player."),
    ),
    "ladder": Words(
        _("Moves of each number"),
        {2: _("Two"), 4: _("Four")},
        _("On the way of a doublet up to the sixes."),
    ),
    "caucasus": Words(
        _("Caucasus"),
        YES_NO,
        _("A checker that hit in its own home does not hide on another in the same turn."),
    ),
    "hit_then_off_ban": Words(
        _("Stay after a hit"),
        {**YES_NO, "checker": _("The hitter alone")},
        _(
            "After a hit in your own home neither the checker that hit "
            "nor another from that point is borne off in the same turn."
        ),
    ),
    "head_list": Words(
        _("Two from the head"),
        {
            "nardy": _("6-6, 4-4, 3-3"),
            "fivestars": _("The long list"),
            "principle": _("Whenever one is stopped"),
        },
        _(
            "First rolls that let a second checker leave the head when one alone cannot play them. "
            "The long list adds 5-5 and 6-2 for the second player."
        ),
    ),
    "home_mars": Words(
        _("Home mars"),
        {3: _("3 points"), 4: _("4 points")},
        _("The loser has all his checkers at home and none borne off."),
    ),
    "six_block": Words(
        _("Six in a row"),
        {"step": _("Judged at each step"), "turn": _("Judged after the turn")},
        _("Six points in a row need an opponent's checker ahead of them."),
    ),
    "paritet": Words(
        _("Paritet"),
        YES_NO,
        _(
            "If the starter bears off first, the other has one more turn. "
            "If he gets all off as well, it is a draw and each has a point."
        ),
    ),
    "mars": Words(
        _("Mars"),
        YES_NO,
        _("Two points, when the loser has not brought all his checkers home."),
    ),
    "koks": Words(
        _("Koks"),
        YES_NO,
        _("Three points, when the loser has a checker on the bar or in the quarter where he began."),
    ),
    "max_in_direction": Words(
        _("Take the most in the direction chosen"),
        YES_NO,
        _("Piece and first direction are free, but then the capture that takes the most is compulsory."),
    ),
    "safety_draw": Words(
        _("Draw by repetition"),
        YES_NO,
        _("A game that turns in circles is drawn: the third time a position comes, or after very long."),
    ),
    "house": Words(
        _("House"),
        {"4x3": "4 × 3", "3x3": "3 × 3", "4x4": "4 × 4"},
        _("The corner to move from and the one to move into: 12, 9 or 16 men."),
    ),
}
"""Every option of every game. Only its presets say which game has which, and what is usual there."""
