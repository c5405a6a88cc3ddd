"""The form of a new sheet."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from zaria import games
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.play.fields import DefaultedChoice
from zaria.club.play.options import OPTIONS
from zaria.club.scribe.actions import SheetFacts
from zaria.club.scribe.models import LONGEST_FACT
from zaria.club.site.text.text_fields import PublicTextField
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.terms import LONGEST, SESSION, Terms
from zaria.records.source_text import LONGEST_NAME

USUAL_LENGTH = 7
MOST_START_NUMBER = 959


def _text(label: Any, most: int, *, required: bool = False) -> PublicTextField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return PublicTextField(label=label, max_length=most, required=required, widget=widget)


class SheetForm(forms.Form):
    """The game, the players, and where and for what they play."""

    game = forms.ChoiceField(label=_("Game"))
    name0 = _text(_("Light or White"), LONGEST_NAME, required=True)
    name1 = _text(_("Dark or Black"), LONGEST_NAME, required=True)
    length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("0 is a money session. A board game is a single game."),
        min_value=SESSION,
        max_value=LONGEST,
        initial=USUAL_LENGTH,
    )
    cube = forms.BooleanField(label=_("Doubling cube"), required=False, initial=True)
    crawford = forms.BooleanField(label=_("Crawford game"), required=False, initial=True)
    jacoby = forms.BooleanField(label=_("Jacoby rule"), required=False)
    beaver = DefaultedChoice(
        _("Beavers"),
        {"no": _("None"), "beaver": _("Beavers"), "raccoon": _("And raccoons")},
        widget=forms.Select(),
    )
    auto_doubles = DefaultedChoice(
        _("Automatic doubles"),
        {0: _("None"), 1: "1", 2: "2", 3: "3"},
        _("Equal opening dice double the cube, up to this many times."),
        widget=forms.Select(),
    )
    raises = DefaultedChoice(
        _("Cube steps"), {"double": "2, 4, 8…", "add": "2, 3, 4…"}, widget=forms.Select()
    )
    rules_of = forms.CharField(widget=forms.HiddenInput, required=False)
    start_number = forms.IntegerField(
        label=_("Starting position"),
        help_text=_("Only for Chess960."),
        min_value=0,
        max_value=MOST_START_NUMBER,
        required=False,
    )
    event = _text(_("Event"), LONGEST_FACT)
    round = _text(_("Round"), LONGEST_FACT)
    place = _text(_("Place"), LONGEST_FACT)
    day = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(
        self, data: QueryDict | None = None, *, game: str, entries: Mapping[str, str] | None = None
    ) -> None:
        """`game`: its options are shown; `entries`: what was filled in before another game was chosen."""
        initial = {} if entries is None else {name: entries.get(name, "") for name in self.base_fields}
        super().__init__(data, auto_id="sheet-%s", initial={**initial, "game": game, "rules_of": game})
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(group.title, [(name, TITLES[name]) for name in group.games]) for group in GROUPS]
        choices = dict(games.get(game).choices)
        choices.pop("start_number", None)  # the sheet has a field for it
        self._rules = tuple(choices)
        for name, values in choices.items():
            words = OPTIONS[name]
            texts = {value: words.text_of(value) for value in values}
            self.fields[name] = DefaultedChoice(words.label, texts, words.hint, widget=forms.Select())

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The options of the game."""
        return [self[name] for name in self._rules]

    @property
    def cube_fields(self) -> list[forms.BoundField]:
        """Fields about the cube."""
        return [self[name] for name in ("cube", "crawford", "jacoby", "beaver", "auto_doubles", "raises")]

    @property
    def event_fields(self) -> list[forms.BoundField]:
        """Fields about the occasion."""
        return [self[name] for name in ("event", "round", "place", "day")]

    def clean(self) -> dict[str, Any]:
        """All terms must go together."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.terms().check()
            except CommandRefusedError as refused:
                self.add_error("length", gettext(SENTENCES[refused.code]))
        return cleaned

    def terms(self) -> Terms:
        """Terms of a valid form; what its game does not have is left out."""
        values = self.cleaned_data
        rules = games.get(values["game"])
        cube = bool(values["cube"]) and rules.cube and not rules.one_game
        length = 1 if rules.one_game else values["length"]
        # options that were shown for another game say nothing about this one
        is_of_game = values["rules_of"] == values["game"]
        jacoby = cube and bool(values["jacoby"]) and length == SESSION and rules.classes[-1][0] > 1
        return Terms(
            game=values["game"],
            options={name: values[name] for name in self._rules} if is_of_game else {},
            length=length,
            cube=cube,
            crawford=bool(values["crawford"]),
            jacoby=jacoby,
            beaver=cube and values["beaver"] != "no",
            raccoon=cube and values["beaver"] == "raccoon",
            auto_doubles=values["auto_doubles"] if cube else 0,
            raises=values["raises"] if cube else "double",
        )

    def facts(self) -> SheetFacts:
        """The other facts of a valid form."""
        values = self.cleaned_data
        return SheetFacts(
            names=(values["name0"], values["name1"]),
            event=values["event"],
            round=values["round"],
            place=values["place"],
            day=values["day"],
            start_number=values["start_number"] or 0,
        )
