"""The forms of the acts: always a reason, and the act's other arguments."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.federations import slugs
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.actions.memberships import find_member
from zaria.club.federations.models import Contract, Federation
from zaria.club.ledger.fields import AmountField
from zaria.club.ratings.keys import all_ratings, rating_title
from zaria.club.ratings.system import rating_system
from zaria.club.site.models import LONGEST_WORD
from zaria.club.site.text.text_fields import PublicTextField
from zaria.club.staff import queries, roles
from zaria.club.staff.actions.recording import FOR_EVER
from zaria.club.support.models import MOST
from zaria.club.texts.kinds import RULES

LONGEST = 1000
"""Characters of a reason."""
_HOUR, _DAY = 1, 24
SPANS = (
    (_HOUR, _("an hour")),
    (_DAY, _("a day")),
    (3 * _DAY, _("3 days")),
    (7 * _DAY, _("a week")),
    (30 * _DAY, _("30 days")),
    (183 * _DAY, _("six months")),
)
"""Hours for which a sanction usually lasts."""
EVER, MOMENT = "ever", "moment"


class ReasonForm(forms.Form):
    """The reason of an act of `by` on `about`; a form may adapt its choices to them."""

    reason = PublicTextField(
        filtered=False,
        newlines=True,
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text=_("The member sees this text as you write it. It also stays in the log."),
    )

    def __init__(self, by: Member, about: list[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by, self.about = by, about
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def answers(self) -> dict[str, Any]:
        """Return the arguments of the act, by name."""
        return self.cleaned_data


class CreditsForm(ReasonForm):
    """A booking of credits. Its nonce distinguishes a form that is sent twice from two acts."""

    nonce = forms.RegexField(
        r"\A[\w-]{8,40}\Z", widget=forms.HiddenInput, initial=lambda: secrets.token_urlsafe(12)
    )


class AmountForm(CreditsForm):
    """A booking with an amount."""

    amount = AmountField(label=_("Amount"))


class TakeForm(AmountForm):
    """A deduction, with the choice to let the balance become a debt."""

    debt = forms.BooleanField(
        label=_("Even if the balance becomes a debt"),
        required=False,
        help_text=_("Winnings and top-ups pay a debt first."),
    )


class PayOutForm(AmountForm):
    """A payment outside of the club, with its reference."""

    reference = PublicTextField(
        filtered=False,
        label=_("Reference of the payment"),
        max_length=64,
        help_text=_("The payment itself is made outside the club."),
    )


class PaidForm(ReasonForm):
    """A requested payment, with its reference."""

    reference = PublicTextField(
        filtered=False,
        label=_("Reference of the payment"),
        max_length=64,
        help_text=_("Pay first: the payment itself is made outside the club."),
    )


class WarnForm(ReasonForm):
    """A reason with the broken rule of conduct."""

    rule = forms.TypedChoiceField(
        label=_("Rule"),
        coerce=int,
        choices=lambda: [("", "–"), *((number, f"{number}. {text}") for number, text in RULES.items())],
    )


class SpanForm(ReasonForm):
    """A reason with a rule and the end of the sanction."""

    lasts = forms.ChoiceField(
        label=_("Duration"),
        choices=[
            *((str(hours), name) for hours, name in SPANS),
            (EVER, _("permanent")),
            (MOMENT, _("until the time below")),
        ],
        initial=str(_DAY),
    )
    until = forms.DateTimeField(
        label=_("Until (UTC)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a moment in the past."""
        cleaned = super().clean() or {}
        lasts, until = cleaned.get("lasts"), cleaned.get("until")
        if lasts == MOMENT and "until" not in self.errors and (until is None or until <= timezone.now()):
            self.add_error("until", _("Choose a time in the future."))
        return cleaned

    def answers(self) -> dict[str, Any]:
        """Return the reason, and the end."""
        return {
            "reason": self.cleaned_data["reason"],
            "until": _end(self.cleaned_data["lasts"], self.cleaned_data["until"]),
        }


class LiftForm(ReasonForm):
    """The sanctions to lift."""

    kinds = forms.MultipleChoiceField(label=_("Lift"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, by: Member, about: list[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(by, about, *args, **kwargs)
        kinds = queries.sanctions(about[0])
        field = self.fields["kinds"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(kind.value, kind.label) for kind in kinds]
        field.initial = [kind.value for kind in kinds]


class RenameForm(ReasonForm):
    """The new login."""

    login = forms.CharField(label=_("New login"), max_length=LOGIN_LENGTHS[1])


class RankForm(ReasonForm):
    """The new rank, of those below one's own."""

    rank = forms.ChoiceField(label=_("Role"), required=False)

    def __init__(self, by: Member, about: list[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(by, about, *args, **kwargs)
        field = self.fields["rank"]
        assert isinstance(field, forms.ChoiceField)
        own_rank = roles.rank(by)
        field.choices = [(word, roles.TITLES[rank]) for word, rank in roles.RANKS.items() if rank < own_rank]


class CorrectionForm(ReasonForm):
    """The rating to correct, its value and moment."""

    game = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [(key, rating_title(key)) for key in all_ratings()]
    )
    rating = forms.DecimalField(
        label=_("Rating"),
        min_value=0,
        max_value=9999,
        max_digits=6,
        decimal_places=2,
        initial=lambda: rating_system().initial.rating,
    )
    at = forms.DateTimeField(
        label=_("From (UTC)"),
        initial=timezone.now,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": 1}, format="%Y-%m-%dT%H:%M:%S"),
        input_formats=["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"],
        help_text=_("Matches that ended later are recalculated from this rating."),
    )

    def clean_at(self) -> datetime:
        """Refuse a moment in the future."""
        at: datetime = self.cleaned_data["at"]
        if at > timezone.now() + timedelta(minutes=1):
            raise forms.ValidationError(_("Choose a time in the past."))
        return at


class WordForm(ReasonForm):
    """A word to be refused in logins."""

    word = forms.RegexField(
        r"\A[A-Za-z0-9]{3,20}\Z",
        label=_("Word"),
        error_messages={"invalid": _("3 to 20 Latin letters and digits.")},
    )
    whole = forms.BooleanField(
        label=_("Whole word only"), required=False, help_text=_("Does not apply inside a longer login.")
    )


class ForbiddenWordForm(ReasonForm):
    """A word to be forbidden in messages and comments."""

    word = forms.CharField(
        label=_("Word"),
        max_length=LONGEST_WORD,
        help_text=_("A star at the start or the end stands for any letters: dog* forbids “dogs” too."),
    )


class CannedAnswerForm(ReasonForm):
    """A canned answer of the staff."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    title = PublicTextField(filtered=False, label=_("Title"), max_length=80)
    text = PublicTextField(
        filtered=False,
        newlines=True,
        label=_("Text"),
        max_length=MOST,
        widget=forms.Textarea(attrs={"rows": 6, "cols": 60}),
    )


class FederationForm(ReasonForm):
    """The address and the name of a new federation."""

    slug = forms.RegexField(
        slugs.PATTERN,
        label=_("Address of the page"),
        help_text=_("The page is at /f/ADDRESS. It can't be changed later."),
        error_messages={"invalid": _("2 to 32 small Latin letters, digits and hyphens.")},
    )
    name = PublicTextField(
        filtered=False, label=_("Name"), max_length=Federation._meta.get_field("name").max_length
    )


class ContractForm(ReasonForm):
    """The contract by which a member administers a federation."""

    login = forms.CharField(label=_("Login of the administrator"), max_length=LOGIN_LENGTHS[1])
    party = forms.ChoiceField(label=_("The contract is with a"), choices=Contract.Party.choices)
    party_name = PublicTextField(
        filtered=False,
        label=_("Name of this person"),
        max_length=Contract._meta.get_field("party_name").max_length,
    )
    reference = PublicTextField(
        filtered=False,
        label=_("Reference of the contract"),
        max_length=Contract._meta.get_field("reference").max_length,
    )
    until = forms.DateTimeField(
        label=_("Until (UTC)"),
        required=False,
        help_text=_("Leave it empty for a contract without an end."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )

    def clean_login(self) -> Member:
        """The member with this login."""
        member = find_member(self.cleaned_data["login"])
        if member is None:
            raise forms.ValidationError(_("There is no member with this login."))
        return member

    def answers(self) -> dict[str, Any]:
        """Return the reason, the member, and the agreement."""
        answers = dict(self.cleaned_data)
        reason, member = answers.pop("reason"), answers.pop("login")
        return {"reason": reason, "member": member, "agreement": Agreement(**answers)}


def _end(lasts: str, until: datetime | None) -> datetime:
    if lasts == MOMENT:
        assert until is not None
        return until
    return FOR_EVER if lasts == EVER else timezone.now() + timedelta(hours=int(lasts))
