"""The forms of a director's tools, each with a reason for the chronology."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.site.clock import MINUTE_MS, now_ms
from zaria.club.site.text.text_fields import PublicMarkdownField, PublicTextField, link_refusal
from zaria.club.site.time_zones import ZoneField
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.director.corrections import CorrectionPlan, matches_since, plan
from zaria.club.tournaments.director.decisions import RESULTS
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.setup.forms import LATEST, LONGEST_TEXT
from zaria.club.tournaments.setup.local_time import (
    FORMAT,
    LocalTimeField,
    NoSuchTimeError,
    to_local,
    to_ms,
)
from zaria.club.tournaments.setup.refusals import SENTENCES, sentence
from zaria.tournaments import commands as cmd
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.field import DRAW, LOSS, WIN, Result
from zaria.tournaments.terms import LONGEST_TITLE
from zaria.tournaments.tournament import TournamentState

LONGEST_REASON = 300
MOST_DIGITS = 6
"""Digits of a round and of a place in it."""
MOST_INVITED = 50
"""Logins in one form."""
_SEPARATORS = str.maketrans(",;–—", "    ")


class ToolForm(forms.Form):
    """An act with its reason. `seen` counts the events that the page showed."""

    tool = ""
    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = PublicTextField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give a reason. It appears in the event log.")},
    )

    def __init__(
        self, state: TournamentState, seen: int, data: QueryDict | None = None, key: str = "", **initial: Any
    ) -> None:
        """Make a form; `key` distinguishes forms of one tool on the same page."""
        super().__init__(data, auto_id=f"{self.tool}{key}-%s", initial=initial)
        self.anchor = f"player-{key}" if "player" in self.fields else f"{self.tool}{key}"
        self.state = state
        self.fields["seen"].initial = seen
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def fresh(self, seen: int) -> None:
        """Allow the form to be sent again after the reader has seen the newest events."""
        self.data = {**self.data.dict(), "seen": str(seen)} if isinstance(self.data, QueryDict) else self.data

    def act(self, row: Tournament, by: Member) -> Tournament:
        """Carry out the act of a valid form. Raises as `director_actions.act` does."""
        command = self.command(by.player, self.cleaned_data.get("reason", ""))
        return director_actions.act(row.pk, by, self.cleaned_data["seen"], command)

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        raise NotImplementedError

    @property
    def done(self) -> str:
        """A sentence on what a valid form has done."""
        return gettext("Done. It is in the event log.")


class PauseForm(ToolForm):
    """Pause the tournament."""

    tool = "pause"

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.Pause(by, reason)


class ResumeForm(ToolForm):
    """Resume the tournament, with or without a reason."""

    tool = "resume"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = False

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.Resume(by, reason)


class CancelForm(ToolForm):
    """Cancel the tournament, with a confirmation."""

    tool = "cancel"
    sure = forms.BooleanField(
        label=_("Yes, cancel the tournament. All entry fees go back to the players."),
        error_messages={"required": _("Tick the box to cancel the tournament.")},
    )

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.Cancel(by, reason)


class UndoForm(ToolForm):
    """Undo the last act; `number` is that of its event."""

    tool = "undo"
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.Undo(by, reason, self.cleaned_data["number"])


class WithdrawForm(ToolForm):
    """Withdraw a player."""

    tool = "withdraw"
    player = forms.CharField(max_length=32, widget=forms.HiddenInput)

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.Withdraw(self.cleaned_data["player"], by, reason)


class LoginField(forms.CharField):
    """The login of a member; cleaned to the member."""

    def __init__(self, label: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(label=label, max_length=LOGIN_LENGTHS[1], widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> Any:
        """The member with this login."""
        return found_member(super().clean(value))


class NewcomerForm(ToolForm):
    """Bring a player in; where there is a fee, they accept it first."""

    @property
    def done(self) -> str:
        """A sentence on what a valid form has done."""
        if not self.state.terms.fee:
            return super().done
        return gettext("We have asked the player. They are in once they accept the entry fee.")


class EnterForm(NewcomerForm):
    """Enter a player by their login."""

    tool = "enter"
    login = LoginField(_("Login"))

    def act(self, row: Tournament, by: Member) -> Tournament:
        """Carry out the act of a valid form."""
        values = self.cleaned_data
        return director_actions.enter(row.pk, by, values["seen"], values["login"], values["reason"])


class ReplaceForm(NewcomerForm):
    """Replace a player by another."""

    tool = "replace"
    player = forms.CharField(max_length=32, widget=forms.HiddenInput)
    login = LoginField(_("Login of the other player"))

    def act(self, row: Tournament, by: Member) -> Tournament:
        """Carry out the act of a valid form."""
        values = self.cleaned_data
        return director_actions.exchange(
            row.pk, by, values["seen"], values["player"], values["login"], values["reason"]
        )


class RecallForm(ToolForm):
    """Withdraw the offer of a place."""

    tool = "recall"
    player = forms.CharField(label=_("Player"), max_length=32, widget=forms.Select)

    def __init__(self, *args: Any, offered: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        """Make the form; `offered` are the players with an offered place, id and login."""
        super().__init__(*args, **kwargs)
        self.anchor = self.tool
        del self.fields["reason"]
        widget = self.fields["player"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = list(offered)

    def act(self, row: Tournament, by: Member) -> Tournament:
        """Carry out the act of a valid form."""
        return director_actions.recall(row.pk, by, self.cleaned_data["player"])


class InviteForm(ToolForm):
    """Invite players by their logins."""

    tool = "invite"
    logins = forms.CharField(
        label=_("Logins"),
        help_text=_("Separate several with spaces or commas."),
        max_length=MOST_INVITED * (LOGIN_LENGTHS[1] + 2),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]

    def clean_logins(self) -> list[Member]:
        """The members with these logins."""
        names = self.cleaned_data["logins"].translate(_SEPARATORS).split()
        if len(names) > MOST_INVITED:
            raise forms.ValidationError(_("At most 50 at a time."))
        return _found_members(names)

    def act(self, row: Tournament, by: Member) -> Tournament:
        """Carry out the act of a valid form."""
        return director_actions.invite(row.pk, by, self.cleaned_data["logins"])


class DecideForm(ToolForm):
    """Decide a meeting, or have it replayed; the page words each `outcome`."""

    tool = "decide"
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    place = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    outcome = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    sure = forms.CharField(required=False, widget=forms.TextInput)
    plan: CorrectionPlan | None = None
    """The correction, where the match is one of an earlier round."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in OUTCOMES]

    @property
    def meeting(self) -> tuple[int, int] | None:
        """The round and the place that the form names, None if these are no numbers."""
        number, place = (str(self[name].value()) for name in ("number", "place"))
        are_numbers = all(text.isdecimal() and len(text) <= MOST_DIGITS for text in (number, place))
        return (int(number), int(place)) if are_numbers else None

    @property
    def is_correction(self) -> bool:
        """True if the form is about a match of an earlier round."""
        return self.meeting is not None and 0 < self.meeting[0] < self.state.number

    def clean(self) -> dict[str, Any]:
        """Ask for a confirmation of a correction that deletes matches which have begun."""
        values = super().clean() or self.cleaned_data
        if not self.is_correction or not {"number", "place", "outcome"} <= values.keys():
            return values
        number, result = values["number"], RESULTS.get(values["outcome"])
        if result is None:
            self.add_error("outcome", SENTENCES["no_replay"])
            return values
        try:
            begun = matches_since(self.state, number)
            self.plan = plan(self.state, number, values["place"], result, begun)
        except TournamentRefusedError as refused:
            self.add_error(None, sentence(refused.code))
            return values
        if self.plan.begun and values.get("sure") != self.plan.token:
            self.add_error("sure", _("Tick the box to delete these matches."))
        return values

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        values = self.cleaned_data
        if self.plan is not None:
            return self.plan.command(by, reason)
        return OUTCOMES[values["outcome"]](self.state, values["number"], values["place"], by, reason)


def _adjudicate(points: tuple[int, int]) -> Callable[..., cmd.Command]:
    def command(state: TournamentState, number: int, place: int, by: str, reason: str) -> cmd.Command:
        return cmd.Adjudicate(number, place, Result(points), by, reason)

    return command


def _forfeit(side: int) -> Callable[..., cmd.Command]:
    def command(state: TournamentState, number: int, place: int, by: str, reason: str) -> cmd.Command:
        is_current = number == state.number and place < len(state.current)
        player = state.current[place].players[side] if is_current else None
        return cmd.Forfeit(number, place, player or "", by, reason)

    return command


def _double_forfeit(state: TournamentState, number: int, place: int, by: str, reason: str) -> cmd.Command:
    return cmd.DoubleForfeit(number, place, by, reason)


def _replay(state: TournamentState, number: int, place: int, by: str, reason: str) -> cmd.Command:
    return cmd.Replay(number, place, by, reason)


OUTCOMES: dict[str, Callable[..., cmd.Command]] = {
    "win0": _adjudicate((WIN, LOSS)),
    "win1": _adjudicate((LOSS, WIN)),
    "draw": _adjudicate((DRAW, DRAW)),
    "forfeit0": _forfeit(0),
    "forfeit1": _forfeit(1),
    "both": _double_forfeit,
    "replay": _replay,
}
"""The commands of the decisions about a meeting."""


class PairForm(ToolForm):
    """Pair the next round by hand, a pair of logins in each line; without pairs the format pairs."""

    tool = "pair"
    pairs = forms.CharField(
        label=_("Next-round pairings"),
        help_text=_("Two logins per line. Everyone else gets a bye. Leave empty for automatic pairings."),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_pairs(self) -> tuple[tuple[str, str], ...]:
        """The ids of the players, in pairs."""
        lines = [line.translate(_SEPARATORS).split() for line in self.cleaned_data["pairs"].splitlines()]
        lines = [line for line in lines if line]
        if not all(len(line) == 2 for line in lines):
            raise forms.ValidationError(_("Enter two logins per line."))
        players = [member.player for member in _found_members([name for line in lines for name in line])]
        return tuple(zip(players[::2], players[1::2], strict=True))

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        return cmd.PairByHand(self.cleaned_data["pairs"], by, reason)


class EditForm(ToolForm):
    """Change the title, the text and the start."""

    tool = "edit"
    title = PublicTextField(label=_("Title"), max_length=LONGEST_TITLE)
    text = PublicMarkdownField(
        label=_("Text"), required=False, max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 4})
    )
    starts_at = LocalTimeField(label=_("Start"))
    zone = ZoneField()

    def __init__(
        self, state: TournamentState, seen: int, data: QueryDict | None = None, key: str = ""
    ) -> None:
        terms = state.terms
        super().__init__(
            state,
            seen,
            data,
            key,
            title=terms.title,
            text=terms.text,
            starts_at=to_local(terms.starts_at, "UTC").strftime(FORMAT),
        )
        self.fields["starts_at"].widget.attrs["data-utc"] = str(terms.starts_at)

    def clean(self) -> dict[str, Any]:
        """Check that a new start is in the future, and refuse links of a member's own tournament."""
        values = super().clean() or self.cleaned_data
        is_members_own = self.state.terms.private and not self.state.terms.federation
        if is_members_own and (refusal := link_refusal(values.get("text", ""))):
            self.add_error("text", refusal)
        if "starts_at" not in values or "zone" not in values:
            return values
        try:
            values["moment"] = to_ms(values["starts_at"], values["zone"])
        except (NoSuchTimeError, OverflowError):
            self.add_error(
                "starts_at", _("The clocks change at that time in this zone. Choose another time.")
            )
            return values
        old = self.state.terms.starts_at
        if values["moment"] == old - old % MINUTE_MS:  # a form has no seconds
            values["moment"] = old
        elif values["moment"] < now_ms():
            self.add_error("starts_at", _("Choose a time in the future."))
        elif values["moment"] > now_ms() + LATEST:
            self.add_error("starts_at", _("Choose a time within a year."))
        return values

    def command(self, by: str, reason: str) -> cmd.Command:
        """The command of a valid form."""
        values = self.cleaned_data
        terms = replace(
            self.state.terms, title=values["title"], text=values["text"], starts_at=values["moment"]
        )
        return cmd.Edit(terms, by, reason)


TOOLS: dict[str, type[ToolForm]] = {
    form.tool: form
    for form in (
        CancelForm,
        DecideForm,
        EditForm,
        EnterForm,
        InviteForm,
        PairForm,
        PauseForm,
        RecallForm,
        ReplaceForm,
        ResumeForm,
        UndoForm,
        WithdrawForm,
    )
}
"""The forms by the names of their tools."""


def found_member(login: str) -> Member:
    """The member with a login; raises `forms.ValidationError`."""
    member = Member.objects.by_login(login).filter(is_active=True, is_pupil=False).exclude(since=None).first()
    if member is None:
        raise forms.ValidationError(SENTENCES["nobody"])
    return member


def _found_members(logins: Sequence[str]) -> list[Member]:
    """The members with these logins; raises `forms.ValidationError`, which names the first unknown."""
    by_login = {
        member.username.lower(): member
        for member in Member.objects.filter(username__in=logins, is_active=True, is_pupil=False).exclude(
            since=None
        )
    }
    members = []
    for login in logins:
        member = by_login.get(login.lower())
        if member is None:
            try:
                member = found_member(login)
            except forms.ValidationError as error:
                raise forms.ValidationError(f"{login}: {SENTENCES['nobody']}") from error
        members.append(member)
    return members
