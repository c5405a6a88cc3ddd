"""The form of the settings about knocks and letters."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.notifications.models import NoticeSettings
from zaria.club.site.time_zones import ZoneField

HOURS = [(hour, f"{hour}:00") for hour in range(24)]
FIELDS = ("quiet_from", "quiet_to", "knock_again", "whole_line", "waiting_mails", "mail_hour")
"""The fields that stand in `NoticeSettings`; the time zone is the member's."""


class NoticeSettingsForm(forms.Form):
    """Quiet hours, what knocks show and how often, and mails about tables that wait."""

    time_zone = ZoneField()
    quiet_from = forms.TypedChoiceField(label=_("Quiet from"), choices=HOURS, coerce=int)
    quiet_to = forms.TypedChoiceField(label=_("Quiet until"), choices=HOURS, coerce=int)
    knock_again = forms.BooleanField(
        label=_("Notify more than once a day about the same table"), required=False
    )
    whole_line = forms.TypedChoiceField(
        label=_("On the lock screen"),
        choices=[("", _("Only what it is about")), ("yes", _("The whole line, with names"))],
        coerce=bool,
        empty_value="",
        required=False,
        widget=forms.RadioSelect,
    )
    waiting_mails = forms.ChoiceField(
        label=_("E-mails about tables that wait for you"),
        choices=[
            (NoticeSettings.AT_ONCE, pgettext_lazy("e-mails", "At once")),
            (NoticeSettings.DAILY, pgettext_lazy("e-mails", "One a day, if a table waits")),
            (NoticeSettings.OFF, pgettext_lazy("e-mails", "None")),
        ],
        widget=forms.RadioSelect,
    )
    mail_hour = forms.TypedChoiceField(label=_("Hour of the daily e-mail"), choices=HOURS, coerce=int)

    def __init__(self, member: Member, stored: NoticeSettings, data: QueryDict | None = None) -> None:
        initial = {name: getattr(stored, name) for name in FIELDS}
        initial["whole_line"] = "yes" if stored.whole_line else ""
        super().__init__(data, initial={**initial, "time_zone": member.time_zone or "UTC"})

    def settings(self, member: Member) -> NoticeSettings:
        """The settings of a valid form."""
        fields = {name: self.cleaned_data[name] for name in FIELDS}
        return NoticeSettings(member=member, **{**fields, "whole_line": bool(fields["whole_line"])})
