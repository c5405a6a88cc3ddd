"""The settings in words."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.profile.preferences import Value


class Text(NamedTuple):
    """A setting in words: its name, the words for its values (none: on or off), and more about it."""

    label: Any
    values: dict[Value, Any] = {}
    hint: Any = ""


TEXTS: dict[str, Text] = {
    "skin": Text(_("Board"), {"walnut": _("Walnut"), "night": _("Night"), "sand": _("Sand")}),
    "men": Text(_("Checkers"), {"ivory": _("Ivory"), "amber": _("Amber"), "marble": _("Marble")}),
    "theme": Text(
        _("Pages"),
        {
            "": pgettext_lazy("theme", "System"),
            "light": pgettext_lazy("theme", "Light"),
            "dark": pgettext_lazy("theme", "Dark"),
        },
    ),
    "flip": Text(_("Home"), {None: _("As agreed"), True: _("Left"), False: _("Right")}),
    "round": Text(
        _("Home, where both sides run the same way"),
        {None: _("As in the other games"), True: _("Left"), False: _("Right"), "far": _("Far left")},
        _("Far left: your head lies near you on the left, as in the booklet of nardy."),
    ),
    "speed": Text(_("Speed of moves"), {0: _("At once"), 0.5: "½×", 1: "1×", 2: "2×"}),
    "hints": Text(_("Show possible moves")),
    "names": Text(_("Call rolls by name")),
    "roll": Text(_("Roll by itself"), hint=_("Never while you may double.")),
    "roll_double": Text(
        _("Roll by itself even while you may double"), hint=_("You have a moment to double first.")
    ),
    "double": Text(
        _("Double tap on a checker"),
        {"lead": _("Plays the leading die"), "far": _("Goes as far as it can"), "off": _("Does nothing")},
    ),
    "forced": Text(_("Play forced moves by itself")),
    "bear": Text(_("Bear off by itself"), hint=_("Once no checkers can meet any more.")),
    "done": Text(_("Pass a finished turn by itself"), hint=_("A second is left to take it back.")),
    "confirm": Text(_("Confirm each move"), hint=_("Draughts, ugolki and chess.")),
    "sure": Text(_("Ask again before a double or an offer of a draw"), hint=_("Resigning always asks.")),
    "sound": Text(_("Sound")),
    "sound_move": Text(_("Moves and hits")),
    "sound_roll": Text(_("Dice")),
    "sound_double": Text(_("Doubles and offers")),
    "sound_turn": Text(_("Your turn")),
    "sound_time": Text(_("Time runs out")),
    "buzz": Text(_("Buzz when you move"), hint=_("Phones that can.")),
    "resume": Text(
        _("Open my running game when I come back"),
        hint=_("Games with a clock only. From the table you can always go to the lobby."),
    ),
    "invites": Text(
        _("Who may invite you"),
        {"all": _("Everybody"), "members": _("Members"), "nobody": _("Nobody")},
    ),
    "show_online": Text(_("Show when you are here")),
    "show_country": Text(_("Show your country")),
    "show_games": Text(
        _("Show your games, ratings and statistics"), hint=_("Ranking lists show every rating.")
    ),
}

FACES = {
    "fox": pgettext_lazy("face", "fox"),
    "owl": pgettext_lazy("face", "owl"),
    "bear": pgettext_lazy("face", "bear"),
    "cat": pgettext_lazy("face", "cat"),
    "lion": pgettext_lazy("face", "lion"),
    "wolf": pgettext_lazy("face", "wolf"),
    "stork": pgettext_lazy("face", "stork"),
    "pasha": pgettext_lazy("face", "pasha"),
    "lady": pgettext_lazy("face", "lady"),
    "elder": pgettext_lazy("face", "elder"),
    "die": pgettext_lazy("face", "die"),
    "knight": pgettext_lazy("face", "knight"),
}
"""Whom the drawn faces show: a die, and a knight of chess, are among them."""
