"""A member's settings, with their values and defaults.

The keys are those of the browser's `Settings` (`js/types.d.ts`), which keeps the same for guests on their
device. `PRIVACY` and `VISIT` are for the server alone. `Member.settings` holds what was saved; a value that
is unknown by now counts as never set.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from zaria.club.profile import appearance
from zaria.club.shop.goods import SORTS

Value = str | int | float | bool | None


class Preference(NamedTuple):
    """One thing to set: its values in the order of the page, and the `usual` one."""

    key: str
    values: tuple[Value, ...]
    usual: Value

    @property
    def toggle(self) -> bool:
        """True for a preference that is on or off."""
        return set(self.values) == {True, False} and isinstance(self.usual, bool)

    def text(self, value: Value) -> str:
        """A value as a form carries it."""
        return "" if value is None else str(value).lower()

    def known(self, value: object) -> bool:
        """True if `value` is one of the values; 1 is not `True`."""
        return any(
            value == allowed and isinstance(value, bool) == isinstance(allowed, bool)
            for allowed in self.values
        )

    def read(self, text: str) -> Value:
        """The value that a form carries as `text`; raises `ValueError` for what is none."""
        for value in self.values:
            if self.text(value) == text:
                return value
        raise ValueError(text)


def _switch(key: str, *, usual: bool) -> Preference:
    return Preference(key, (True, False), usual)


BOARD = (
    *(Preference(part, sort.values, sort.free[0]) for part, sort in SORTS.items()),
    Preference("theme", ("", *appearance.THEMES), ""),
    Preference("flip", (None, True, False), None),
    Preference("round", (None, True, False, "far"), None),
    _switch("local_turn", usual=False),
    Preference("speed", (0, 0.5, 1, 2), 1),
    _switch("hints", usual=True),
    _switch("names", usual=False),
    _switch("numbers", usual=True),
    _switch("pips", usual=True),
    _switch("left", usual=False),
    _switch("upright", usual=False),
)
TURN = (
    _switch("roll", usual=True),
    _switch("roll_double", usual=False),
    Preference("double", ("lead", "far", "off"), "lead"),
    _switch("forced", usual=False),
    _switch("bear", usual=False),
    _switch("done", usual=False),
    _switch("next_table", usual=True),
    _switch("confirm", usual=False),
    _switch("sure", usual=True),
)
SOUND = (
    _switch("sound", usual=True),
    Preference("volume", (0.5, 1, 2), 1),
    _switch("sound_move", usual=True),
    _switch("sound_roll", usual=True),
    _switch("sound_double", usual=True),
    _switch("sound_turn", usual=True),
    _switch("sound_time", usual=True),
    _switch("buzz", usual=False),
)
VISIT = (_switch("resume", usual=True),)
PRIVACY = (
    Preference("invites", ("all", "members", "nobody"), "members"),
    _switch("show_online", usual=True),
    _switch("show_country", usual=True),
    _switch("show_games", usual=True),
    Preference("archive", ("no", "ask", "by-nc", "by", "cc0"), "no"),
)

TABLE = {preference.key: preference for preference in (*BOARD, *TURN, *SOUND)}
"""Preferences that the browser needs, and may change at a table."""
ALL = TABLE | {preference.key: preference for preference in (*VISIT, *PRIVACY)}


def known(settings: Mapping[str, Any], among: Mapping[str, Preference] = ALL) -> dict[str, Value]:
    """The settings that mean something."""
    return {key: value for key, value in settings.items() if key in among and among[key].known(value)}


def value(settings: Mapping[str, Any], key: str) -> Value:
    """Value of a preference, or its default."""
    stored: Value = settings.get(key)
    return stored if key in settings and ALL[key].known(stored) else ALL[key].usual
