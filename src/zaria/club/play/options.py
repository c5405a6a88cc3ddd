"""The options of a table in words: names, values and hints."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from zaria.games.protocols import Option

YES_NO: Mapping[Option, Any] = {False: _("No"), True: _("Yes")}
YES_FIRST: Mapping[Option, Any] = {True: _("Yes"), False: _("No")}


class Words(NamedTuple):
    """An option as a visitor reads it; `hint` is a sentence, or nothing where the name says it all.

    `values` leaves out numbers that are read as they are.
    """

    label: Any
    values: Mapping[Option, Any]
    hint: Any = ""

    def text_of(self, value: Option) -> Any:
        """Return a value in words."""
        return self.values.get(value, str(value))


OPTIONS: Mapping[str, Words] = {
    "first_long_move": Words(
        _("First long move"),
        {"both": _("Both players"), "starter": _("The starting player"), "off": _("Nobody")},
        _("The first turn is played with one checker, if possible."),
    ),
    "ladder_from_roll": Words(
        _("Doublets climb"),
        {1: _("From the first roll"), 4: _("From the fourth roll")},
        _("Before that, a doublet is just four moves. Each player's rolls are counted separately."),
    ),
    "ladder": Words(
        _("Moves of each number"),
        {2: _("Two"), 4: _("Four")},
        _("As a doublet climbs to the sixes."),
    ),
    "caucasus": Words(
        _("Caucasus"),
        YES_NO,
        _("A checker that hit in its own home may not join another checker in the same turn."),
    ),
    "hit_then_off_ban": Words(
        _("Stay after a hit"),
        {**YES_NO, "checker": _("Only the hitter")},
        _(
            "After a hit in your own home, neither that checker nor another from its point may be borne "
            "off in the same turn."
        ),
    ),
    "hit_and_run": Words(
        _("Hit and run"),
        {"free": _("Allowed"), "banned": _("Banned")},
        _("Where this is banned, a checker that hit in its own home moves no more in that turn."),
    ),
    "head_list": Words(
        _("Two from the head"),
        {
            "nardy": _("6-6, 4-4, 3-3"),
            "fivestars": _("The long list"),
            "principle": _("Whenever one checker is blocked"),
        },
        _(
            "First rolls that let a second checker leave the head when one checker alone can't "
            "play them. The long list adds 5-5 and 6-2 for the second player."
        ),
    ),
    "home_mars": Words(
        _("Home mars"),
        {3: _("3 points"), 4: _("4 points")},
        _("The loser has all checkers at home and has borne off none."),
    ),
    "six_block": Words(
        _("Six in a row"),
        {"step": _("Checked after each step"), "turn": _("Checked after the turn")},
        _("Six points in a row need an opposing checker ahead of them."),
    ),
    "paritet": Words(
        _("Paritet"),
        YES_NO,
        _(
            "If the starting player bears off first, the other player has one more turn. Bearing off "
            "everything in it makes a draw, with one point each."
        ),
    ),
    "mars": Words(
        _("Mars"),
        YES_NO,
        _("Two points if the loser hasn't brought all checkers home."),
    ),
    "koks": Words(
        _("Koks"),
        YES_NO,
        _("Three points if the loser has a checker on the bar or in the quarter where they started."),
    ),
    "max_in_direction": Words(
        _("Take the most in the chosen direction"),
        YES_NO,
        _("You choose the piece and the first direction, but must then take the most."),
    ),
    "safety_draw": Words(
        _("Draw by repetition"),
        YES_NO,
        _(
            "A game that goes in circles is drawn: when a position occurs for the third time, or after "
            "very many moves."
        ),
    ),
    "start_number": Words(
        _("Starting position"),
        {"drawn": _("Drawn by lot")},
        _("A number from 0 to 959; 518 is chess. Without a number it is drawn when the game begins."),
    ),
    "house": Words(
        _("House"),
        {"4x3": "4 × 3", "3x3": "3 × 3", "4x4": "4 × 4"},
        _("The corner to leave and the corner to fill: 12, 9 or 16 men."),
    ),
}
"""Every option of every game. Only its presets say which game has which, and what is usual there."""
