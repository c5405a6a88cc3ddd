"""The games as the front page shows them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from zaria.club.play.forms import FORMS, TableForm, form_for

TITLES: Mapping[str, Any] = {"tabla": _("Tabla"), "tapa": _("Tapa"), "long-nardy": _("Long nardy")}

_TEXTS: Mapping[str, Any] = {
    "tabla": _("Hit the lone checker, hold your points and race home."),
    "tapa": _("Nobody is hit: a lone checker is pinned under yours until you let it go."),
    "long-nardy": _("Both run the same way round, and a single checker holds its point."),
}

_HINTS: Mapping[str, Any] = {
    "tapa": _("The first turn is played with one checker, if that can be done."),
    "long-nardy": _(
        "First rolls that let a second checker leave the head when one alone cannot play them. "
        "The long list adds 5-5 and 6-2 for the second player."
    ),
}


class Card(NamedTuple):
    """One game: its picture is drawn from `game`."""

    game: str
    title: Any
    text: Any
    hint: Any
    form: TableForm

    @property
    def own(self) -> list[BoundField]:
        """The parts of a clock of one's own."""
        return [self.form[name] for name in ("delay", "bank", "increment")]


def cards(bound: TableForm | None = None) -> Iterator[Card]:
    """All games, with `bound` in the place of its game's empty form."""
    for game in FORMS:
        form = bound if bound is not None and bound.game == game else form_for(game)
        yield Card(game, TITLES[game], _TEXTS[game], _HINTS.get(game, ""), form)
