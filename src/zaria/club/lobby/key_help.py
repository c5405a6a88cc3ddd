"""Keys and gestures: the page `/help`, and the sheet of a table, which asks for its part of the page."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe


class Key(NamedTuple):
    """Keys that do the same thing; `only` names the one place (a key of `PLACES`) where they do it."""

    names: tuple[str, ...]
    action: Any
    only: str = ""


KEYS = (
    Key(("← ↑ → ↓",), _("Move around the board")),
    Key(("Enter",), _("Pick up and play; end the turn when everything is played")),
    Key(("R",), _("Roll"), "tables"),
    Key(("D",), _("Double"), "cube"),
    Key(("← →", "Home", "End"), _("Look back through the game, and return")),
    Key(("A",), _("Show the last turn again")),
    Key(("U", "Backspace"), _("Undo")),
    Key(("Esc",), _("Close, or cancel the selection")),
    Key(("L",), _("Announce the last move")),
    Key(("C",), _("Announce the clocks")),
    Key(("O",), _("Announce the opponent's score and pips")),
    Key(("P",), _("Announce the position")),
    Key(("H",), _("Hint"), "training"),
    Key(("B",), pgettext_lazy("turn", "Take back"), "training"),
    Key(("N",), _("Go to the next table"), "by_day"),
    Key(("?",), _("Keys and gestures")),
)
"""The keys of a table; `shell/controls.js` acts on them."""

PLACES: dict[str, Any] = {
    "tables": _("tabla, nardy and backgammon"),
    "squares": _("draughts, ugolki and chess"),
    "cube": _("games with the doubling cube"),
    "training": _("training"),
    "by_day": _("games by the day"),
}
"""The place of a key or a gesture that does not act everywhere."""

_LOOK_BACK = _("Tap a move in the list, or turn the wheel over the board, to look back through the game.")

_DRAW = _(
    "Draw arrows and circles that only you see: pull with the right mouse button, or hold a finger still, "
    "then pull. Shift and Alt change the colour, a click clears them."
)

GESTURES: dict[str, tuple[Any, ...]] = {
    "tables": (
        _("Tap a checker, then where it goes. If it has only one move, it goes at once."),
        _("Double tap or double click: the checker plays the first die."),
        _("Right mouse button: the checker plays the other die."),
        _("Tap a die to play it first. After the last step, tap the dice to end your turn."),
        _("Or drag the checker; drag it back to undo."),
        _LOOK_BACK,
        _DRAW,
    ),
    "squares": (
        _("Tap a piece, then its square, or drag it there."),
        _("While your opponent is thinking, you can plan your next move."),
        _LOOK_BACK,
        _DRAW,
    ),
}
"""The effects of fingers and of the mouse on a board, by the family of the game."""

SCREEN_READER = (
    format_lazy(_("The first link on the page of a table is “{link}”."), link=_("Skip to the board")),
    _("Each point and each square is a button. Its name says what stands there and what you can do with it."),
    _("Rolls, moves, offers and results are announced automatically; the focus stays where it is."),
    _("Four keys announce the last move, the clocks, the opponent and the position at any time."),
    _("After the match, the replay lists every move as text."),
)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show all keys and gestures; `?table=FAMILY&has=cube&has=training` only those of one table."""
    family = request.GET.get("table", "")
    if family in GESTURES:
        context = {"gestures": GESTURES[family], "keys": _keys({family, *request.GET.getlist("has")})}
        return render(request, "zaria/_table_keys.html", context)
    context = {
        "here": "help",
        "families": [(PLACES[family], gestures) for family, gestures in GESTURES.items()],
        "keys": [(key, PLACES.get(key.only, "")) for key in KEYS],
        "screen_reader": SCREEN_READER,
    }
    return render(request, "zaria/help.html", context)


def _keys(places: Collection[str]) -> Sequence[tuple[Key, str]]:
    return [(key, "") for key in KEYS if not key.only or key.only in places]
