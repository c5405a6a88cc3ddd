"""The form of a new simul: a game, the length of the matches, and a clock by the day."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.matches.replay.link_cards import length_text
from zaria.club.play.by_day_fields import DAY_CLOCKS, fields_of_days, pool_name
from zaria.club.play.forms import form_for
from zaria.club.play.terms_text import clock_text
from zaria.games.registry import DICE_GAMES
from zaria.match.terms import LENGTHS, USUAL_POOL, Terms

TEACHER_SIDE = 0
"""The side of the teacher at each table: they begin in games without dice."""


class SimulForm(forms.Form):
    """The terms of the matches of a simul, which are unrated."""

    game = forms.ChoiceField(label=_("Game"))
    length = forms.TypedChoiceField(
        label=_("Length"), coerce=int, help_text=_("In games with dice. Other games are single games.")
    )
    clock = forms.ChoiceField(label=_("Thinking time"), initial=f"pool-{pool_name(USUAL_POOL)}")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="simul-%s")
        groups = [
            (str(group.title), [(game, str(TITLES[game])) for game in group.games if game in TITLES])
            for group in GROUPS
        ]
        self._choose("game", groups)
        self._choose("length", [(points, length_text(points)) for points in LENGTHS])
        self._choose("clock", [(name, clock_text(clock)) for name, clock in DAY_CLOCKS.items()])

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Make the terms of the matches, as the form of a new table would."""
        values = self.cleaned_data
        if {"game", "length", "clock"} <= values.keys():
            fields = fields_of_days(DAY_CLOCKS[values["clock"]])
            data = QueryDict(mutable=True)
            data.update({name: str(fields[name]) for name in ("clock", "pool", "days") if name in fields})
            data.update({"game": values["game"], "opponent": "friend", "rated": "no"})
            if values["game"] in DICE_GAMES:
                data["length"] = str(values["length"])
            form = form_for(values["game"], data, member=True)
            if form.is_valid():
                values["terms"] = form.terms_for(TEACHER_SIDE)
            else:
                for errors in form.errors.as_data().values():
                    self.add_error(None, errors)
        return values

    def terms(self) -> Terms:
        """Return the terms of a valid form."""
        terms: Terms = self.cleaned_data["terms"]
        return terms
