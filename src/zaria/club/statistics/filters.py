"""The filters of a list of matches, as they stand in its address."""

from calendar import timegm
from datetime import date
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.games.catalogue import TITLES
from zaria.club.site.clock import DAY_MS
from zaria.club.statistics import player_matches
from zaria.club.statistics.address_filters import AddressFilters
from zaria.club.statistics.player_matches import KINDS, RESULTS

MOST_DIGITS = 6
"""Of the number of a page: what has more is beyond all pages."""


class Filters(AddressFilters):
    """The filters, each as it stands in the address; all may be absent."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    against = forms.ChoiceField(label=gettext_lazy("Opponents"), required=False)
    rated = forms.ChoiceField(label=gettext_lazy("Rating"), required=False)
    tournament = forms.ChoiceField(label=gettext_lazy("Tournaments"), required=False)
    way = forms.ChoiceField(label=gettext_lazy("Way of play"), required=False)
    name = forms.CharField(label=gettext_lazy("Opponent's name"), required=False, max_length=40)
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)

    ORDER = ("game", "result", "against", "name", "rated", "tournament", "way", "since", "until")
    FOLDED = frozenset(("against", "rated", "tournament", "way", "name", "since", "until"))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.choose("game", _("All games"), TITLES.items())
        self.choose("result", _("All results"), RESULTS.items())
        self.choose("against", _("All opponents"), KINDS.items())
        kinds = {"yes": _("Rated"), "no": _("Unrated"), "training": _("Training")}
        self.choose("rated", _("All matches"), kinds.items())
        tournaments = {"yes": _("Tournament matches"), "no": _("Other matches")}
        self.choose("tournament", _("All matches"), tournaments.items())
        ways = {"live": _("Real time"), "days": _("By the day")}
        self.choose("way", _("All matches"), ways.items())

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
        if values["way"]:
            by_day = Q(speed="days")
            condition &= by_day if values["way"] == "days" else ~by_day
        if values["name"]:
            condition &= Q(player0=player, name1__iexact=values["name"]) | Q(
                player1=player, name0__iexact=values["name"]
            )
        if values["since"]:
            condition &= Q(ended__gte=day_begins(values["since"]))
        if values["until"]:
            condition &= Q(ended__lt=day_begins(values["until"]) + DAY_MS)
        return condition

    def page_address(self, number: int) -> str:
        """The filters and a page, from 1, as they stand in an address."""
        return self.address(page=number) if number > 1 else self.address()


def page_of(parameters: Any) -> int:
    """The page in an address, from 1; what it cannot mean is the first."""
    text = parameters.get("page", "")[:MOST_DIGITS]
    return max(1, int(text)) if text.isascii() and text.isdigit() else 1


def day_begins(day: date) -> int:
    """The first moment of a day, UTC, in ms since the epoch."""
    return timegm(day.timetuple()) * 1000
