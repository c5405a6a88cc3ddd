"""The filters of a list of matches, as they stand in its address."""

from calendar import timegm
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.games.catalogue import TITLES
from zaria.club.site.clock import DAY_MS
from zaria.club.statistics import player_matches
from zaria.club.statistics.player_matches import KINDS, RESULTS

MOST_DIGITS = 6
"""Of the number of a page: what has more is beyond all pages."""

ORDER = ("game", "result", "against", "name", "rated", "tournament", "since", "until")


class Filters(forms.Form):
    """The filters, each as it stands in the address; all may be absent."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    against = forms.ChoiceField(label=gettext_lazy("Opponents"), required=False)
    rated = forms.ChoiceField(label=gettext_lazy("Rating"), required=False)
    tournament = forms.ChoiceField(label=gettext_lazy("Tournaments"), required=False)
    name = forms.CharField(label=gettext_lazy("Opponent's name"), required=False, max_length=40)
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="filter-%s")
        self._choose("game", _("All games"), TITLES)
        self._choose("result", _("All results"), RESULTS)
        self._choose("against", _("All opponents"), KINDS)
        kinds = {"yes": _("Rated"), "no": _("Unrated"), "training": _("Training")}
        self._choose("rated", _("All matches"), kinds)
        self._choose(
            "tournament",
            _("All matches"),
            {"yes": _("Tournament matches"), "no": _("Other matches")},
        )
        for name in ("since", "until"):
            field = self.fields[name]
            assert isinstance(field, forms.DateField)
            field.input_formats = ["%Y-%m-%d"]
            field.widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def _choose(self, name: str, every: str, values: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", every), *values.items()]

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins is nobody's wish."""
        values = self.cleaned_data
        if values.get("since") and values.get("until") and values["until"] < values["since"]:
            self.add_error("until", _("The end date is before the start date."))
        return values

    @property
    def used(self) -> bool:
        """True if anything is left out."""
        return any(self.cleaned_data.get(name) for name in ORDER)

    def matching(self, player: str) -> Q:
        """The matches of `player` that are asked for; only of a valid form."""
        values, condition = self.cleaned_data, Q()
        if values["game"]:
            condition &= Q(game=values["game"])
        if values["result"]:
            condition &= player_matches.by_result(player, values["result"])
        if values["against"]:
            condition &= player_matches.by_kind(player, values["against"])
        if values["rated"]:
            condition &= (
                Q(training=True) if values["rated"] == "training" else Q(rated=values["rated"] == "yes")
            )
        if values["tournament"]:
            belongs = ~Q(tournament="")
            condition &= belongs if values["tournament"] == "yes" else ~belongs
        if values["name"]:
            condition &= Q(player0=player, name1__iexact=values["name"]) | Q(
                player1=player, name0__iexact=values["name"]
            )
        if values["since"]:
            condition &= Q(ended__gte=_begins(values["since"]))
        if values["until"]:
            condition &= Q(ended__lt=_begins(values["until"]) + DAY_MS)
        return condition

    def address(self, page: int = 1) -> str:
        """The filters as they stand in an address, "" or beginning with a question mark."""
        parameters = [(name, str(self.cleaned_data[name])) for name in ORDER if self.cleaned_data.get(name)]
        if page > 1:
            parameters.append(("page", str(page)))
        return f"?{urlencode(parameters)}" if parameters else ""


def page_of(parameters: Any) -> int:
    """The page in an address, from 1; what it cannot mean is the first."""
    text = parameters.get("page", "")[:MOST_DIGITS]
    return max(1, int(text)) if text.isascii() and text.isdigit() else 1


def _begins(day: date) -> int:
    """The first moment of a day, UTC, in ms since the epoch."""
    return timegm(day.timetuple()) * 1000
