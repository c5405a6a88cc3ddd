"""The fields of a table's form: a few things to choose from, an amount, a sum."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.bots import levels
from zaria.club.games import programs
from zaria.club.play.options import YES_NO, Words
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.games.protocols import Option
from zaria.match.terms import SESSION

CENTS = 100
MOST_SHOWN = 20
"""Values of an option that a page shows beside each other."""

_NUMBER = re.compile(r"-?[0-9]*\.?[0-9]*")


class DefaultedChoice(forms.TypedChoiceField):
    """One of a few; the `default`, else the first, is what happens when nothing is said.

    The browser sends a value's text, True and False as "yes" and "no"; what is cleaned is the value itself.
    `texts` has the text of each value, by what the browser sends for it. On the page a `row` has its name on
    the left and a short yes or no on the right.
    """

    widget = forms.RadioSelect

    def __init__(
        self,
        label: Any,
        values: Mapping[Any, Any],
        hint: Any = "",
        default: Any = None,
        widget: forms.Widget | None = None,
    ) -> None:
        self.texts = {sent(value): text for value, text in values.items()}
        coerced = {sent(value): value for value in values}
        default = next(iter(values)) if default is None else default
        super().__init__(
            label=label,
            help_text=hint,
            choices=list(self.texts.items()),
            coerce=coerced.__getitem__,
            required=False,
            empty_value=default,
            initial=sent(default),
            widget=widget or self.widget,
        )
        self.row = set(values) == set(YES_NO)


class Length(DefaultedChoice):
    """The points of a match: a few lengths to choose from, `OTHER` for one that is typed beside them.

    Any of `every` length may also be sent as it is, as a program does. `SESSION` among the `first` is a money
    session.
    """

    OTHER = "other"

    def __init__(self, first: Sequence[int], every: Sequence[int]) -> None:
        self._every = {str(length): length for length in every}
        words = {SESSION: _("Money session"), 1: _("1 game")}
        shown: dict[Option, Any] = {n: words.get(n, str(n)) for n in first}
        super().__init__(_("Match length"), {**shown, self.OTHER: pgettext_lazy("match length", "Other")})
        self.coerce = lambda sent: self._every.get(sent, sent)

    def valid_value(self, value: Any) -> bool:
        """True for one of the lengths, or the choice of another length."""
        return value in self._every or super().valid_value(value)


class LevelChoice(DefaultedChoice):
    """The level of the computer in `game`; one that only other games have counts as the next below."""

    def __init__(self, label: Any, game: str, hint: Any, default: float) -> None:
        shown = {level: programs.DESCRIBED[level] for level in levels.offered(game)}
        super().__init__(label, shown, hint, default)
        self._levels = {sent(level): levels.nearest(game, level) for level in levels.ON_BOARDS}
        self.coerce = self._levels.__getitem__

    def valid_value(self, value: Any) -> bool:
        """True for a level of any game."""
        return value in self._levels


def option(words: Words, values: tuple[Option, ...]) -> DefaultedChoice:
    """A choice between these values of a game's option, in their order; of very many one is typed."""
    if len(values) > MOST_SHOWN:
        return NumberedChoice(words, values)
    return DefaultedChoice(words.label, {value: words.text_of(value) for value in values}, words.hint)


class _NumberInput(forms.NumberInput):
    """An empty field where no number is chosen."""

    def format_value(self, value: Any) -> str | None:
        return str(value) if str(value).isdecimal() else None


class NumberedChoice(DefaultedChoice):
    """A choice of very many numbers, one of which is typed; nothing typed is the first choice, no number."""

    def __init__(self, words: Words, values: tuple[Option, ...]) -> None:
        numbers = [value for value in values if isinstance(value, int)]
        widget = _NumberInput({"min": min(numbers), "max": max(numbers), "inputmode": "numeric"})
        texts = {value: words.text_of(value) for value in values}
        super().__init__(words.label, texts, words.hint, widget=widget)


class PersonName(forms.CharField):
    """The name of somebody at this device, of at most `LONGEST` characters; "" where none was given."""

    LONGEST = 20

    def __init__(self, label: Any) -> None:
        attributes = {"maxlength": self.LONGEST, "autocomplete": "off"}
        super().__init__(label=label, required=False, widget=forms.TextInput(attrs=attributes))

    def clean(self, value: Any) -> str:
        """The name without signs that deceive; whether its words are allowed is asked elsewhere."""
        try:
            return plain_text(super().clean(value), self.LONGEST, least=0)
        except RefusedTextError as refused:
            raise forms.ValidationError(str(refused), code=refused.code) from refused


class Sum(forms.DecimalField):
    """A sum in whole and hundredths, with a point or a comma; cleaned to hundredths."""

    def __init__(self, label: Any, most: int) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=Decimal(1) / CENTS,
            max_value=most // CENTS,
            decimal_places=2,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "maxlength": 12, "autocomplete": "off"}),
        )

    def to_python(self, value: Any) -> Any:
        """The entry as a number; of the other forms that Python knows none is one to a reader."""
        if isinstance(value, str):
            value = value.replace(",", ".").replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
            if value and _NUMBER.fullmatch(value) is None:
                raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)

    def clean(self, value: Any) -> int | None:
        """The sum in hundredths; None when nothing was said."""
        amount = super().clean(value)
        return None if amount is None else int(amount * CENTS)


def amount(label: Any, most: int, initial: int | None = None) -> forms.IntegerField:
    """A whole number from 0 to `most`."""
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, initial=initial)


def sent(value: Option | float) -> str:
    """A value as a browser sends it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
