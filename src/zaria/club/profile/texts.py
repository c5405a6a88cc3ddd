"""The settings in words."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.profile.preferences import TABLE, Value
from zaria.club.shop.goods import SORTS
from zaria.club.shop.texts import SORT_WORDS, TITLES


class Text(NamedTuple):
    """A setting in words: its name, the words for its values (none: on or off), and more about it.

    `is_long`: the words of a value need a line of their own.
    """

    label: Any
    values: dict[Value, Any] = {}
    hint: Any = ""
    is_long: bool = False


def _look_text(part: str) -> Text:
    """Return the words of a part of the look: of the values that everybody has, and of the goods."""
    words, goods = SORT_WORDS[part], SORTS[part].goods
    titles: list[tuple[Value, Any]] = [
        *words.free.items(),
        *((good.name, TITLES[good.code]) for good in goods),
    ]
    return Text(words.setting, dict(titles))


TEXTS: dict[str, Text] = {
    **{part: _look_text(part) for part in SORTS},
    "theme": Text(
        _("Theme"),
        {
            "": pgettext_lazy("theme", "System"),
            "light": pgettext_lazy("theme", "Light"),
            "dark": pgettext_lazy("theme", "Dark"),
        },
    ),
    "flip": Text(_("Home board"), {None: _("As agreed"), True: _("Left"), False: _("Right")}),
    "round": Text(
        _("Home board in long nardy and similar games"),
        {None: _("As elsewhere"), True: _("Left"), False: _("Right"), "far": _("Far left")},
        _("Far left: your head is near you on the left, as in Russian books on nardy."),
    ),
    "local_turn": Text(
        _("Turn the board to the player whose turn it is"), hint=_("When two players share this device.")
    ),
    "speed": Text(_("Animation speed"), {0: _("Instant"), 0.5: "½×", 1: "1×", 2: "2×"}),
    "hints": Text(_("Show legal moves")),
    "names": Text(_("Show names of rolls")),
    "numbers": Text(_("Number the points and squares")),
    "pips": Text(_("Show the pip count")),
    "left": Text(_("Left-handed buttons"), hint=_("In landscape the player cards move, too.")),
    "upright": Text(
        _("Vertical board on phones"),
        hint=_("Points run sideways and checkers are larger. Your home board is at the bottom."),
    ),
    "roll": Text(_("Roll automatically"), hint=_("Never while you can double.")),
    "roll_double": Text(
        _("Roll automatically even while you can double"), hint=_("You have a moment to double first.")
    ),
    "double": Text(
        _("Double tap on a checker"),
        {"lead": _("Plays the first die"), "far": _("Moves as far as possible"), "off": _("Does nothing")},
    ),
    "forced": Text(_("Play forced moves automatically")),
    "bear": Text(_("Bear off automatically"), hint=_("Once there is no more contact.")),
    "done": Text(_("End your turn automatically"), hint=_("You have one second to undo.")),
    "next_table": Text(_("Open the next table after your move"), hint=_("In games by the day.")),
    "confirm": Text(_("Confirm each move"), hint=_("Draughts, ugolki and chess.")),
    "sure": Text(_("Confirm doubles and draw offers"), hint=_("Resigning always needs confirmation.")),
    "sound": Text(_("Sound")),
    "volume": Text(_("Volume"), {0.5: _("Quiet"), 1: pgettext_lazy("volume", "Normal"), 2: _("Loud")}),
    "sound_move": Text(_("Moves and hits")),
    "sound_roll": Text(_("Dice")),
    "sound_double": Text(_("Doubles and offers")),
    "sound_turn": Text(_("Your turn")),
    "sound_time": Text(_("Low time")),
    "buzz": Text(_("Vibrate on your moves and turns (phones)")),
    "resume": Text(
        _("Open your game in progress when you come back"),
        hint=_("Only games with a clock. You can always go to the lobby from the table."),
    ),
    "invites": Text(
        _("Who may invite you"),
        {"all": _("Everyone"), "members": _("Members"), "nobody": _("Nobody")},
    ),
    "show_online": Text(_("Show when you are online")),
    "show_country": Text(_("Show your country")),
    "show_games": Text(_("Show your games, ratings and statistics"), hint=_("Rankings always show ratings.")),
    "archive": Text(
        _("Your matches in the public archives"),
        {
            "no": _("Leave them out"),
            "ask": _("To read and replay; ask me for anything else"),
            "by-nc": _("CC BY-NC: any use that earns no money, with the players’ names"),
            "by": _("CC BY: any use, with the players’ names"),
            "cc0": _("CC0: any use"),
        },
        _("Rated matches and matches of tournaments. If your opponent allows less, that holds."),
        is_long=True,
    ),
}


def words() -> dict[str, dict[str, Any]]:
    """The settings of a table in the language of the page: the label of each, and of its values in order.

    A part of the look that the shop sells says which values are `free`, the default first.
    """
    return {
        key: {
            "label": str(TEXTS[key].label),
            "values": [
                [value, str(TEXTS[key].values[value])] for value in preference.values if not preference.toggle
            ],
            **({"free": SORTS[key].free} if key in SORTS else {}),
        }
        for key, preference in TABLE.items()
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
"""Subjects of the drawn faces: a die, and a knight of chess, are among them."""
