"""The names of the programs on pages, and the remembered choice of a visitor."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from zaria.bots import levels
from zaria.club.accounts.guests import YEAR
from zaria.club.accounts.requests import member_of
from zaria.games.registry import GAMES

_NAMES: Mapping[float, Any] = {
    1: gettext_lazy("Beginner"),
    2: gettext_lazy("Easy"),
    3: gettext_lazy("Club player"),
    4: gettext_lazy("Expert"),
    5: gettext_lazy("Master"),
}


def _name(level: float) -> str:
    below = _NAMES[level // 1]
    return str(below) if level in _NAMES else f"{below}\N{NO-BREAK SPACE}+"


LEVELS: Mapping[float, Any] = {level: lazy(_name, str)(level) for level in levels.ON_BOARDS}
"""The levels by name."""

_EXPECTATIONS: Mapping[float, Any] = {
    1: gettext_lazy("Just learnt the rules"),
    2: gettext_lazy("Plays at home"),
    3: gettext_lazy("Plays on club evenings"),
    4: gettext_lazy("Plays in tournaments"),
    5: gettext_lazy("As strong as we can make it"),
}


def _expectation(level: float) -> str:
    if level in _EXPECTATIONS:
        return str(_EXPECTATIONS[level])
    return _("A step above “%(level)s”") % {"level": _NAMES[level // 1]}


EXPECTATIONS: Mapping[float, Any] = {level: lazy(_expectation, str)(level) for level in levels.ON_BOARDS}
"""The opponent to expect at each level, in a line."""


def _describe(level: float) -> SafeString:
    if level not in _EXPECTATIONS:  # it stands between two that say what to expect
        return format_html("<b>{}</b>", LEVELS[level])
    return format_html("<b>{}</b><small>{}</small>", LEVELS[level], EXPECTATIONS[level])


DESCRIBED: Mapping[float, Any] = {level: lazy(_describe, SafeString)(level) for level in levels.ON_BOARDS}
"""The levels by name as HTML, each whole one with the opponent to expect."""

WITHOUT_LEVELS = gettext_lazy(
    "Hardly any roll leaves a choice in this game, so the computer has only one level."
)
"""The reason why no level is offered in a game of pure luck."""

KINDS: Mapping[str, Any] = {
    "net": pgettext_lazy("engine", "neural net"),
    "exact": pgettext_lazy("engine", "exact solution"),
    "plain": pgettext_lazy("engine", "simple rules"),
    "alpha-beta": pgettext_lazy("engine", "alpha-beta search"),
}
"""Names of engines, by their names in `zaria.bots`; others, such as Stockfish, keep theirs."""

COOKIE = "zaria_level"
TRAINING = "t"
"""It follows the level in the cookie if the table was for training."""
_CHOICE = re.compile(f"([0-9](?:\\.5)?)(?P<training>{TRAINING})?", re.ASCII)


def name(bot_id: str) -> str:
    """The program called so, as the page's language says it."""
    level = levels.level_of(bot_id)
    return "Zaria" if level is None else f"Zaria\N{NO-BREAK SPACE}· {LEVELS[level]}"


@cache
def _engine_of(game: str, level: float) -> tuple[str, int]:
    return levels.engine(game, level)


def engine(game: str, bot_id: str) -> str:
    """The opponent to expect, engine and depth of a program in a game, "" for one of an older record.

    In a game of pure luck that is all alike, and no opponent is to be expected. May load an engine, which
    takes long.
    """
    level = levels.level_of(bot_id)
    if level is None and bot_id != levels.WITHOUT_LEVEL.id:
        return ""
    evaluator, ply = _engine_of(game, level or levels.MASTER)
    engine_text = engine_line(KINDS.get(evaluator, evaluator), ply)
    return engine_text if level is None else f"{EXPECTATIONS[level]} · {engine_text}"


def engine_line(name: object, ply: int) -> str:
    """Return the name of an engine with its depth, if it looks ahead: "Engine: net tapa, depth 2 plies"."""
    text = _("Engine: {engine}")
    if ply:
        text = ngettext("Engine: {engine}, depth {n} ply", "Engine: {engine}, depth {n} plies", ply)
    return text.format(engine=name, n=ply)


def has_levels(game: str) -> bool:
    """Return whether the level of the computer makes a difference in a game."""
    return not GAMES[game].is_pure_luck


def last(request: HttpRequest, game: str) -> float:
    """Return the level of a game that this browser chose last, perhaps in another.

    For a first visit it is the one that a beginner can beat.
    """
    choice = _last_choice(request)
    if choice:
        return levels.nearest(game, float(choice[1]))
    return levels.LEVELS[0] if _is_first_visit(request) else levels.USUAL


def trains(request: HttpRequest) -> bool:
    """Return whether this browser played the computer for training last; a first visit begins so."""
    choice = _last_choice(request)
    return bool(choice["training"]) if choice else _is_first_visit(request)


def remember(
    request: HttpRequest, response: HttpResponseBase, level: float, *, training: bool = False
) -> None:
    """Have the browser keep the level, and whether it was for training, for the next time."""
    value = f"{level:g}{TRAINING if training else ''}"
    if request.COOKIES.get(COOKIE) != value:
        response.set_cookie(
            COOKIE, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE
        )


def _last_choice(request: HttpRequest) -> re.Match[str] | None:
    choice = _CHOICE.fullmatch(request.COOKIES.get(COOKIE, ""))
    return choice if choice and float(choice[1]) in LEVELS else None


def _is_first_visit(request: HttpRequest) -> bool:
    """Return whether nothing says what was played before; a member's terms come to each of their browsers."""
    member = member_of(request)
    return member is None or not member.last_terms
