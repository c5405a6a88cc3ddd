"""The page that finds positions by a pattern of points."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from zaria import games
from zaria.club.accounts import players
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.library import queries
from zaria.club.library.position_blocks import Pattern
from zaria.club.library.search_terms import context_of, scope_of, turns_of
from zaria.club.library.visibility import reader_of
from zaria.club.matches.engine_access import silence_for
from zaria.records.turn_positions import PointMasks

FIRST_GAME = "backgammon"
POINTS = 24
_BAR = POINTS + 1
STATES: dict[str, Any] = {
    "": pgettext_lazy("of a point", "any"),
    "P": pgettext_lazy("of a point", "made by the side to move"),
    "p": pgettext_lazy("of a point", "blot of the side to move"),
    "O": pgettext_lazy("of a point", "made by the opponent"),
    "o": pgettext_lazy("of a point", "blot of the opponent"),
    "e": pgettext_lazy("of a point", "empty"),
}
"""The states that a pattern may ask of a point, by the letter in the address."""
BAR_STATES = {
    "": STATES[""],
    "p": gettext_lazy("a checker of the side to move"),
    "o": gettext_lazy("a checker of the opponent"),
    "e": STATES["e"],
}


class Cell(NamedTuple):
    """A point of the form: its number, what is asked of it, and what may be."""

    point: int
    state: str
    choices: dict[str, Promise | str]

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"p{self.point}"

    @property
    def is_bar(self) -> bool:
        """True for the bar."""
        return self.point == _BAR


@require_safe
async def pattern_page(request: HttpRequest) -> HttpResponse:
    """Show the turns that were played in positions of the pattern in the address."""
    game = request.GET.get("game", FIRST_GAME)
    if game not in TITLES or games.get(game).is_board:
        game = FIRST_GAME
    pattern = _pattern(request)
    context: dict[str, Any] = {"game": game, "is_blank": pattern.is_blank}
    if not pattern.is_blank:
        silence = await silence_for(request, game)
        if silence.whole_game or silence.boards:
            context["silent"] = True
        else:
            context["use"] = await sync_to_async(_use)(request, pattern, game)
    return await sync_to_async(_page)(request, context)


def _state(request: HttpRequest, point: int) -> str:
    state = request.GET.get(f"p{point}", "")
    return state if is_state(point, state) else ""


def _pattern(request: HttpRequest) -> Pattern:
    """The pattern of the address."""
    return pattern_of({point: _state(request, point) for point in range(1, _BAR + 1)})


def is_state(point: int, state: str) -> bool:
    """Return whether a pattern may ask this of a point."""
    return 1 <= point <= _BAR and state in (BAR_STATES if point == _BAR else STATES)


def pattern_of(states: Mapping[int, str]) -> Pattern:
    """Return the pattern of the states of points. On the bar any number of checkers will do."""
    masks = dict.fromkeys("PpOoe", 0)
    for point, state in states.items():
        if state:
            masks[state] |= 1 << (point - 1)
    return Pattern(PointMasks(masks["P"], masks["p"], masks["O"], masks["o"]), masks["e"])


def _use(request: HttpRequest, pattern: Pattern, game: str) -> queries.PatternUse:
    player = players.of(request)
    reader = reader_of(member_of(request), "" if player is None else player.id)
    return queries.find_pattern(pattern, game, reader, scope_of(request), turns_of(request, game))


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    points = [*range(13, POINTS + 1), *range(12, 0, -1), _BAR]
    context |= {
        "here": "library",
        "cells": [
            Cell(point, _state(request, point), BAR_STATES if point == _BAR else STATES) for point in points
        ],
        "groups": [
            (group.title, [(name, TITLES[name]) for name in group.games if not games.get(name).is_board])
            for group in GROUPS
            if any(not games.get(name).is_board for name in group.games)
        ],
    }
    context |= context_of(request)
    return render(request, "zaria/library/pattern.html", context)
