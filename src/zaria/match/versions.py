"""The versions of the rules: what a match is played by that was opened under an older one.

A record names its version in its first event and says no more than the rules of that time needed. Version 1
knew a cube in every game, banned short nardy's hit and off only where that was agreed, and then for the
checker alone that hit, and let no game cost more on time than its dearest win.
"""

from collections.abc import Callable, Mapping

Options = Mapping[str, str | int | bool]

RULES_VERSION = 2
"""The rules under which new matches are written."""

VERSIONS = (1, RULES_VERSION)
"""The rules that can be played by."""


def options_in_full(version: int, game: str, options: Options) -> dict[str, str | int | bool]:
    """The options of a match as the present rules write them: what was left to its version is said."""
    former = _FORMER.get(game) if version == 1 else None
    return {**options, **former(options)} if former else dict(options)


def _short_nardy(options: Options) -> dict[str, str | int | bool]:
    banned = options.get("hit_then_off_ban", False)
    return {"hit_then_off_ban": "checker" if banned is True else banned}


_FORMER: dict[str, Callable[[Options], dict[str, str | int | bool]]] = {"short-nardy": _short_nardy}
