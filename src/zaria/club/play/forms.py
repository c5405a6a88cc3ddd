"""What somebody may choose when he sets a table: one form for each game.

Everything but the opponent has a default, so that a single button may send the form.
"""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zaria.match.terms import ClockTerms, Terms

SECOND = 1000
MINUTE = 60 * SECOND
LONGEST_DELAY = 300
LONGEST_BANK = 180
LONGEST_INCREMENT = 60

CLOCKS: Mapping[str, ClockTerms | None] = {
    "none": None,
    "quick": ClockTerms(delay=12 * SECOND, bank=2 * MINUTE),
    "calm": ClockTerms(delay=20 * SECOND, bank=4 * MINUTE),
    "bank": ClockTerms(bank=5 * MINUTE, increment=10 * SECOND),
}


def _choice(label: Any, *choices: tuple[str, Any]) -> forms.TypedChoiceField:
    """One of a few; the first is what happens when nothing is said."""
    default = choices[0][0]
    return forms.TypedChoiceField(
        label=label, choices=choices, required=False, empty_value=default, initial=default,
        widget=forms.RadioSelect,
    )  # fmt: skip


def _amount(label: Any, most: int, initial: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, initial=initial)


class TableForm(forms.Form):
    """The terms that every game has."""

    game: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that are options of the game itself."""

    opponent = forms.ChoiceField(choices=[("computer", _("The computer")), ("friend", _("A friend"))])
    length = _choice(_("Match"), ("1", _("Single")), *((str(points), str(points)) for points in (3, 5, 7, 9)))
    colour = _choice(_("Your checkers"), ("light", _("Light")), ("dark", _("Dark")), ("random", _("By lot")))
    direction = _choice(_("You bear off"), ("right", _("To the right")), ("left", _("To the left")))
    cube = _choice(_("Doubling cube"), ("no", _("No")), ("yes", _("Yes")))
    clock = _choice(
        _("Clock"),
        ("none", _("No clock")),
        ("quick", _("12 s + 2 min")),
        ("calm", _("20 s + 4 min")),
        ("bank", _("5 min + 10 s")),
        ("own", _("Your own")),
    )
    delay = _amount(_("Seconds for each move"), LONGEST_DELAY, 15)
    bank = _amount(_("Minutes for the game"), LONGEST_BANK, 3)
    increment = _amount(_("Seconds added by a move"), LONGEST_INCREMENT, 0)

    def clean(self) -> dict[str, Any]:
        """A clock of one's own must leave some time to play."""
        cleaned = super().clean() or self.cleaned_data
        timeless = not self.errors and not (cleaned["delay"] or cleaned["bank"])
        if timeless and cleaned["clock"] == "own":
            self.add_error("clock", _("Give some seconds for each move or some minutes for the game."))
        return cleaned

    def terms(self) -> Terms:
        """What the players will have agreed on; for a valid form."""
        chosen = self.cleaned_data
        return Terms(
            game=self.game,
            options=self.options(),
            length=int(chosen["length"]),
            cube=chosen["cube"] == "yes",
            clock=self._clock(),
            mirror=chosen["direction"] == "left",
        )

    def options(self) -> dict[str, str | int | bool]:
        """The options of the game that were chosen."""
        return {name: self.cleaned_data[name] for name in self.rules}

    def side(self) -> int:
        """Where the one who sets the table sits: 0 light, 1 dark."""
        colour = self.cleaned_data["colour"]
        return secrets.randbelow(2) if colour == "random" else int(colour == "dark")

    def _clock(self) -> ClockTerms | None:
        chosen = self.cleaned_data
        if chosen["clock"] != "own":
            return CLOCKS[chosen["clock"]]
        return ClockTerms(
            delay=(chosen["delay"] or 0) * SECOND,
            bank=(chosen["bank"] or 0) * MINUTE,
            increment=(chosen["increment"] or 0) * SECOND,
        )


class TablaForm(TableForm):
    """Tabla has no options of its own."""

    game = "tabla"


class TapaForm(TableForm):
    """Tapa: who must make his first turn with one checker."""

    game = "tapa"
    rules = ("first_long_move",)
    first_long_move = _choice(
        _("First long move"),
        ("both", _("Both players")),
        ("starter", _("The starter")),
        ("off", _("Nobody")),
    )


class LongNardyForm(TableForm):
    """Long nardy: which first rolls free a second checker from the head, and what a home mars is worth."""

    game = "long-nardy"
    rules = ("head_list", "home_mars")
    head_list = _choice(
        _("Two from the head"),
        ("nardy", _("6-6, 4-4, 3-3")),
        ("fivestars", _("The long list")),
    )
    home_mars = _choice(_("Home mars"), ("3", _("3 points")), ("4", _("4 points")))

    def options(self) -> dict[str, str | int | bool]:
        """As the game names them: points are a number."""
        return {**super().options(), "home_mars": int(self.cleaned_data["home_mars"])}


FORMS: Mapping[str, type[TableForm]] = {form.game: form for form in (TablaForm, TapaForm, LongNardyForm)}


def form_for(game: str, data: QueryDict | None = None) -> TableForm:
    """The form of `game`, bound when there is data; its element ids carry the game's name."""
    return FORMS[game](data, auto_id=f"{game}-%s")
