"""The forms of the page of limits."""

from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.ledger.fields import AmountField
from zaria.club.player_limits.actions import EXCLUSION_DAYS, PAUSE_DAYS, REMINDER_MINUTES
from zaria.club.player_limits.models import ConsentKind
from zaria.club.player_limits.queries import Kind, Limit

REMINDERS = dict(
    zip(
        REMINDER_MINUTES,
        (gettext_lazy("30 minutes"), gettext_lazy("1 hour"), gettext_lazy("2 hours"), gettext_lazy("Never")),
        strict=True,
    )
)
PAUSES = dict(
    zip(PAUSE_DAYS, (gettext_lazy("1 day"), gettext_lazy("7 days"), gettext_lazy("30 days")), strict=True)
)
EXCLUSIONS = dict(
    zip(
        EXCLUSION_DAYS,
        (gettext_lazy("6 months"), gettext_lazy("1 year"), gettext_lazy("5 years")),
        strict=True,
    )
)


class LimitRow(NamedTuple):
    """A limit on the page: its field, and what holds now and begins later."""

    field: forms.BoundField
    limit: Limit


class LimitsForm(forms.Form):
    """All limits; an empty field means no limit."""

    def __init__(self, limits: dict[Kind, Limit], data: Any = None) -> None:
        super().__init__(data)
        self.limits = limits
        for kind, limit in limits.items():
            wanted = limit.next_amount if limit.begins else limit.amount
            self.fields[kind.value] = AmountField(label=kind.label, required=False, least=0, initial=wanted)

    @property
    def rows(self) -> list[LimitRow]:
        """The limits, in order."""
        return [LimitRow(self[kind.value], limit) for kind, limit in self.limits.items()]

    def wishes(self) -> dict[Kind, int | None]:
        """The limits that the member has changed."""
        return {
            kind: self.cleaned_data[kind.value]
            for kind in self.limits
            if self.cleaned_data[kind.value] != self.fields[kind.value].initial
        }


class ReminderForm(forms.Form):
    """The time after which a member is reminded."""

    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Remind me after"),
        choices=REMINDERS.items,
        coerce=int,
        widget=forms.RadioSelect,
    )


class PauseForm(forms.Form):
    """The length of a pause."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("Duration"),
        choices=PAUSES.items,
        coerce=int,
        initial=1,
        widget=forms.RadioSelect,
    )


class ExclusionForm(forms.Form):
    """The length of a self-exclusion, which the member confirms."""

    length = forms.TypedChoiceField(
        label=gettext_lazy("Duration"),
        choices=EXCLUSIONS.items,
        coerce=int,
        initial=EXCLUSION_DAYS[0],
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I understand that nobody, not even the staff, can end this early."),
        error_messages={"required": gettext_lazy("Confirm that you know this.")},
    )


class ConsentForm(forms.Form):
    """A condition of the operator, confirmed by the member."""

    confirmed = forms.BooleanField(error_messages={"required": gettext_lazy("Confirm this first.")})

    def __init__(self, kind: ConsentKind, data: Any = None) -> None:
        super().__init__(data, auto_id=f"id_{kind}_%s")
        self.kind = kind
        self.fields["confirmed"].label = (
            _("I am at least %(age)s years old.") % {"age": settings.STAKE_CONDITIONS.age}
            if kind == ConsentKind.AGE
            else _("I accept the terms for playing for stakes (%(version)s).")
            % {"version": settings.STAKE_CONDITIONS.terms}
        )
