"""Forms of collections: what is imported, how a collection is called and who sees it, and its filters."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from zaria.club.accounts.models import LOGIN_LENGTHS
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.library.collection_queries import HAND, MatchConditions
from zaria.club.library.match_queries import MatchTerms
from zaria.club.library.models import Collection, CollectionRole, MatchTag
from zaria.club.library.queries import SCOPES, Scope
from zaria.club.site.clock import DAY_MS
from zaria.club.site.text.text_fields import PublicTextField
from zaria.club.site.visibility import Visibility
from zaria.club.statistics.address_filters import AddressFilters
from zaria.club.statistics.filters import day_begins
from zaria.club.statistics.player_matches import RESULTS
from zaria.records import convert

FIRST_GAME = "backgammon"
_UNNAMED = {"mat", "sgf", "pdn"}
"""Formats of which a file may not say which game it holds."""


class ImportForm(forms.Form):
    """The collection into which files go, and the rules by which they are read."""

    collection = forms.ChoiceField(label=gettext_lazy("Collection"), required=False)
    title = PublicTextField(
        label=gettext_lazy("Name of the new collection"),
        required=False,
        max_length=Collection.LONGEST_TITLE,
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Treat imported match as"), required=False, initial=FIRST_GAME
    )
    own_name = forms.CharField(
        label=gettext_lazy("My name in these files (optional)"), required=False, max_length=64
    )

    def __init__(self, data: Any, collections: Sequence[Collection], target: str = "") -> None:
        super().__init__(data, auto_id="import-%s", initial={"collection": target})
        choices = self.fields["collection"]
        assert isinstance(choices, forms.ChoiceField)
        choices.choices = [("", _("A new collection")), *((row.key, row.title) for row in collections)]
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [
            (group.title, [(name, TITLES[name]) for name in group.games if may_be_unnamed(name)])
            for group in GROUPS
            if any(may_be_unnamed(name) for name in group.games)
        ]


def may_be_unnamed(game: str) -> bool:
    """Return whether files may hold matches of a game without naming it."""
    return bool(_UNNAMED & {*convert.formats(game)})


class CollectionForm(forms.Form):
    """The title of a collection and who sees it."""

    title = PublicTextField(label=gettext_lazy("Name"), max_length=Collection.LONGEST_TITLE)
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can see it"), choices=Visibility.choices, widget=forms.RadioSelect
    )

    def __init__(self, data: Any, collection: Collection) -> None:
        initial = {"title": collection.title, "visibility": collection.visibility}
        super().__init__(data, auto_id="collection-%s", initial=initial)


class CollectionPersonForm(forms.Form):
    """A member who is to read or write in a collection."""

    login = forms.CharField(label=gettext_lazy("Login"), max_length=LOGIN_LENGTHS[1])
    role = forms.ChoiceField(
        label=gettext_lazy("May"),
        choices=[
            (CollectionRole.READER, gettext_lazy("read")),
            (CollectionRole.WRITER, gettext_lazy("import and tag matches")),
        ],
    )


class NameLinkForm(forms.Form):
    """A name in the files of a collection, and the member who may be that player."""

    name = forms.CharField(label=gettext_lazy("Name in the files"), max_length=64)
    login = forms.CharField(label=gettext_lazy("Login"), max_length=LOGIN_LENGTHS[1])


class TagForm(forms.Form):
    """A tag that is put to matches, or taken from them."""

    word = PublicTextField(label=pgettext_lazy("of a match", "Tag"), max_length=MatchTag.LONGEST)


class CollectionFilters(AddressFilters):
    """The filters of the matches of a collection; all may be absent."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=64)
    event = forms.CharField(label=pgettext_lazy("of a match", "Event"), required=False, max_length=80)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    tag = forms.ChoiceField(label=pgettext_lazy("of a match", "Tag"), required=False)
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)
    order = forms.ChoiceField(label=pgettext_lazy("list", "Order"), required=False)

    ORDER = ("player", "event", "game", "tag", "since", "until", "order")
    FOLDED = frozenset(("event", "since", "until"))

    def __init__(self, data: Any, games: Sequence[str], tags: Sequence[str]) -> None:
        super().__init__(data)
        orders = {
            "event": pgettext("order", "By event"),
            "player": pgettext("order", "By player"),
            HAND: pgettext("order", "By hand"),
        }
        self.choose("order", pgettext("order", "Latest first"), orders.items())
        self.choose("game", _("All games"), [(name, TITLES[name]) for name in games if name in TITLES])
        self.choose("tag", _("All matches"), [(word, word) for word in tags])

    @property
    def used(self) -> bool:
        """True if any match is left out."""
        return any(self.cleaned_data.get(name) for name in self.ORDER if name != "order")

    @property
    def is_by_hand(self) -> bool:
        """True for the whole collection in the order that its writers gave it."""
        return self.cleaned_data["order"] == HAND and not self.used

    def conditions(self) -> MatchConditions:
        """The filters of a valid form."""
        values = self.cleaned_data
        return MatchConditions(
            player=values["player"],
            event=values["event"],
            game=values["game"],
            tag=values["tag"],
            since=day_begins(values["since"]) if values["since"] else None,
            until=day_begins(values["until"]) + DAY_MS if values["until"] else None,
            order=values["order"],
        )


class LibraryFilters(AddressFilters):
    """The filters of the search for matches in the whole library; all may be absent."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=64)
    event = forms.CharField(label=pgettext_lazy("of a match", "Event"), required=False, max_length=80)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result of the player"), required=False)
    scope = forms.ChoiceField(label=gettext_lazy("Matches"), required=False)
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)

    ORDER = ("player", "event", "game", "result", "scope", "since", "until")
    FOLDED = frozenset(("result", "scope", "since", "until"))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.choose("game", _("All games"), TITLES.items())
        self.choose("result", _("All results"), [(name, RESULTS[name]) for name in ("won", "drawn", "lost")])
        scopes = {
            "own": pgettext("matches", "Mine"),
            "club": _("Played in this club"),
            "public": _("Public collections"),
        }
        self.choose("scope", _("All that I can see"), scopes.items())

    def clean(self) -> dict[str, Any]:
        """Refuse the result of nobody."""
        values = super().clean()
        if values.get("result") in ("won", "lost") and not values.get("player"):
            self.add_error("player", _("Whose result? Enter a player."))
        return values

    @property
    def wanted_scope(self) -> Scope:
        """The matches to search."""
        return next((scope for scope in SCOPES if scope == self.cleaned_data["scope"]), "all")

    def terms(self) -> MatchTerms:
        """The terms of a valid form."""
        values = self.cleaned_data
        return MatchTerms(
            player=values["player"],
            event=values["event"],
            game=values["game"],
            result=values["result"],
            since=day_begins(values["since"]) if values["since"] else None,
            until=day_begins(values["until"]) + DAY_MS if values["until"] else None,
        )
