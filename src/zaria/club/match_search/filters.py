"""The form of the search, as it stands in the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.match_search.queries import Criteria
from zaria.club.site.clock import DAY_MS
from zaria.club.statistics.address_filters import AddressFilters
from zaria.club.statistics.filters import day_begins
from zaria.club.statistics.player_matches import RESULTS

LONGEST_MATCH = 999
"""Points."""


class MatchSearch(AddressFilters):
    """The fields of the search; all may be absent. `result` is that of `player`."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=30)
    opponent = forms.CharField(label=gettext_lazy("Opponent"), required=False, max_length=30)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result of the player"), required=False)
    rated = forms.ChoiceField(label=gettext_lazy("Rating"), required=False)
    length = forms.IntegerField(
        label=gettext_lazy("Points of the match"), required=False, min_value=1, max_value=LONGEST_MATCH
    )
    opening = forms.CharField(
        label=gettext_lazy("Opening (chess, backgammon)"), required=False, max_length=60
    )
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)

    ORDER = ("player", "opponent", "game", "result", "rated", "length", "opening", "since", "until")
    FOLDED = frozenset(("result", "rated", "length", "opening", "since", "until"))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.choose("game", _("All games"), TITLES.items())
        results = [(name, words) for name, words in RESULTS.items() if name != "void"]
        self.choose("result", _("All results"), results)
        self.choose("rated", _("All matches"), {"yes": _("Rated"), "no": _("Unrated")}.items())

    def clean(self) -> dict[str, Any]:
        """Refuse a won or lost match of nobody, and find the players' ids."""
        values = super().clean()
        if values.get("result") in ("won", "lost") and not values.get("player"):
            self.add_error("player", _("Whose result? Enter a player."))
        self._ids = {name: self._player_id(name) for name in ("player", "opponent")}
        return values

    def _player_id(self, name: str) -> str:
        """Return the id of the member in a field, "" for an empty one."""
        login = self.cleaned_data.get(name, "")
        if not login:
            return ""
        members = Member.objects.by_login(login) if login.isalnum() else Member.objects.none()
        member = members.filter(is_active=True, since__isnull=False, is_pupil=False).only("player").first()
        if member is None:
            self.add_error(name, _("No players found."))
            return ""
        return member.player

    def criteria(self) -> Criteria:
        """The criteria of a valid form."""
        values = self.cleaned_data
        return Criteria(
            **self._ids,
            game=values["game"],
            result=values["result"],
            rated={"yes": True, "no": False}.get(values["rated"]),
            length=values["length"],
            opening=values["opening"],
            since=day_begins(values["since"]) if values["since"] else None,
            until=day_begins(values["until"]) + DAY_MS if values["until"] else None,
        )
