"""The forms of the settings of a group, and of a new task."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from zaria.bots import levels
from zaria.club.federations.models import Membership, MembershipState
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.games.programs import LEVELS, has_levels
from zaria.club.groups.forms import GroupForm
from zaria.club.groups.models import Group, Homework, HomeworkKind
from zaria.club.puzzles.catalogue import games_with_puzzles, themes_of
from zaria.club.puzzles.words import THEMES
from zaria.club.site.clock import now
from zaria.lessons.shipped_lessons import games_with_lessons

MOST_PUZZLES = 50
"""Puzzles of a task."""
USUAL_DAYS = 7
"""Days until a task is due, unless the teacher chooses another day."""
LATEST_DAYS = 366
"""The most days until a task is due."""


def _games(kind: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games in which there are tasks of a kind, by group."""
    games_of = {HomeworkKind.LESSON: games_with_lessons, HomeworkKind.PUZZLES: games_with_puzzles}
    allowed = set(games_of[HomeworkKind(kind)]()) if kind in games_of else set(TITLES)
    groups = [
        (str(group.title), [(game, str(TITLES[game])) for game in group.games if game in allowed])
        for group in GROUPS
    ]
    return [(title, choices) for title, choices in groups if choices]


class SettingsForm(GroupForm):
    """The title of a group, and its federation: one of which the teacher is a member."""

    federation = forms.TypedChoiceField(
        label=gettext_lazy("Federation"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any, group: Group) -> None:
        super().__init__(data, initial={"title": group.title, "federation": group.federation_id})
        places = Membership.objects.filter(member=group.teacher_id, state=MembershipState.MEMBER)
        rows = places.order_by("federation__name").values_list("federation", "federation__name")
        field = self.fields["federation"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", pgettext("federation", "None")), *rows]


class HomeworkForm(forms.Form):
    """A task of a kind: it has the fields of its kind."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    theme = forms.ChoiceField(label=gettext_lazy("Theme"), required=False)
    count = forms.IntegerField(label=gettext_lazy("How many"), initial=5, min_value=1, max_value=MOST_PUZZLES)
    level = forms.TypedChoiceField(label=gettext_lazy("Computer level"), coerce=float)
    must_win = forms.BooleanField(label=gettext_lazy("Must be won"), required=False)
    last_day = forms.DateField(label=gettext_lazy("Due"), widget=forms.DateInput(attrs={"type": "date"}))

    FIELDS = {
        HomeworkKind.LESSON: ("game", "last_day"),
        HomeworkKind.PUZZLES: ("game", "theme", "count", "last_day"),
        HomeworkKind.MATCH: ("game", "level", "must_win", "last_day"),
    }

    def __init__(self, kind: str, data: Any = None) -> None:
        """Raise `ValueError` if there is no such kind."""
        self.kind = HomeworkKind(kind)
        self.title = self.kind.label
        due = now().date() + timedelta(days=USUAL_DAYS)
        super().__init__(data, auto_id=f"{kind}-%s", initial={"last_day": due.isoformat()})
        self.fields = {name: self.fields[name] for name in self.FIELDS[self.kind]}
        self._choose("game", _games(kind))
        themes = themes_of(games_with_puzzles()) if "theme" in self.fields else ()
        self._choose("theme", [("", _("All themes")), *((name, str(THEMES[name])) for name in themes)])
        self._choose("level", [(f"{level:g}", str(LEVELS[level])) for level in levels.LEVELS])

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def clean_last_day(self) -> date:
        """Return the day, which is neither past nor very far."""
        day: date = self.cleaned_data["last_day"]
        today = now().date()
        if not today <= day <= today + timedelta(days=LATEST_DAYS):
            raise forms.ValidationError(_("Choose a day from today to a year ahead."), "day")
        return day

    def clean(self) -> dict[str, Any]:
        """Refuse a theme of which the game has no puzzle."""
        theme, game = self.cleaned_data.get("theme"), self.cleaned_data.get("game")
        if theme and game and theme not in themes_of((game,)):
            self.add_error("theme", _("There are no such puzzles in this game."))
        return self.cleaned_data

    def homework(self, group: Group) -> Homework:
        """Return the task of a valid form."""
        values = self.cleaned_data
        level = values.get("level", 0)
        return Homework(
            group=group,
            kind=self.kind,
            game=values["game"],
            theme=values.get("theme", ""),
            count=values.get("count", 1),
            level=level if has_levels(values["game"]) else levels.MASTER,
            must_win=values.get("must_win", False),
            due=values["last_day"],
        )
