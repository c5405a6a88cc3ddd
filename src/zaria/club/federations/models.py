"""Federations and all that belongs to them.

A contract gives the administration of a federation to a member, for the party that they act for. Contracts
and their ends are only added: the history of who administered a federation, from when to when, stays whole.
"""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.site.database.append_only import AppendOnlyModel, AppendOnlyQuerySet

SLUG_LENGTHS = (2, 32)
"""The shortest and the longest name of a federation in addresses."""
LONGEST_TEXT = 8000
"""Characters of a text or of rules, in one language."""


class Federation(models.Model):
    """A federation; `slug` names it in addresses and in the ledger, and never changes.

    `mode` says how members join, and `size` how many have. `arms` is the key of the uploaded coat of arms, ""
    for the drawn one. A federation that is `closed` stays readable, and nothing of it changes.
    """

    class Mode(models.TextChoices):
        """The ways to join."""

        OPEN = "open", _("Everyone can join")
        REQUEST = "request", _("On request")
        INVITATION = "invitation", _("By invitation only")

    slug = models.CharField(max_length=SLUG_LENGTHS[1], unique=True)
    name = models.CharField(max_length=80)
    created = models.DateTimeField(default=timezone.now)
    closed = models.DateTimeField(null=True, blank=True)
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.REQUEST)
    sponsor = models.CharField(max_length=80, blank=True, default="")
    sponsor_address = models.CharField(max_length=200, blank=True, default="")
    arms = models.CharField(max_length=64, blank=True, default="")
    size = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("federation"), _("federations")
        ordering = ("name", "pk")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class CoatOfArms(models.Model):
    """An uploaded coat of arms, encoded again: a square WebP with nothing else in it."""

    key = models.CharField(max_length=64, primary_key=True)
    federation = models.ForeignKey(Federation, models.CASCADE, related_name="coats_of_arms")
    image = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.key


class FederationText(models.Model):
    """The text and the rules of a federation in one language, in Markdown."""

    federation = models.ForeignKey(Federation, models.CASCADE, related_name="texts")
    language = models.CharField(max_length=5)
    text = models.TextField(blank=True, default="")
    rules = models.TextField(blank=True, default="")

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["federation", "language"], name="one_federation_text_a_language"),
        )

    def __str__(self) -> str:
        return f"{self.federation}: {self.language}"


class ContractQuerySet(AppendOnlyQuerySet["Contract"]):
    """Contracts, which are only added."""

    def in_force(self, at: datetime | None = None) -> "ContractQuerySet":
        """The contracts that give a member the administration at a moment (now)."""
        now = at or timezone.now()
        lasting = Q(until__isnull=True) | Q(until__gt=now)
        return self.filter(lasting, ending__isnull=True, administrator__isnull=False, since__lte=now)


class Contract(AppendOnlyModel):
    """An agreement by which a member administers a federation from `since` to `until` (None: without an end).

    `login` is the member's at the time. `party_name` is the natural or legal person with whom the club agreed
    on it, `reference` names the paper. `by` of the staff gave it ("operator" in `by_name` for the operator).
    A contract that came with the file of another club has no administrator here.
    """

    class Party(models.TextChoices):
        """The kinds of persons that agree on a contract."""

        NATURAL = "natural", _("natural person")
        LEGAL = "legal", _("legal person")

    federation = models.ForeignKey(Federation, models.PROTECT, related_name="contracts")
    administrator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="federation_contracts"
    )
    login = models.CharField(max_length=LOGIN_LENGTHS[1], blank=True, default="")
    party = models.CharField(max_length=8, choices=Party.choices)
    party_name = models.CharField(max_length=120, blank=True, default="")
    reference = models.CharField(max_length=80)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=LOGIN_LENGTHS[1])
    reason = models.TextField(blank=True, default="")

    objects = ContractQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("contract"), _("contracts")
        ordering = ("-since", "-pk")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.federation}: {self.login} ({self.reference})"

    @property
    def ended(self) -> datetime | None:
        """The moment at which it ended or is going to; None if it is open."""
        ending: ContractEnd | None = getattr(self, "ending", None)
        moments = [moment for moment in (self.until, ending.at if ending else None) if moment is not None]
        return min(moments, default=None)

    @property
    def is_in_force(self) -> bool:
        """True while the contract gives its member the administration."""
        ended = self.ended
        return self.administrator_id is not None and (ended is None or ended > timezone.now())


class ContractEnd(AppendOnlyModel):
    """The end of a contract before its time: when, by whom (`by_name`) and why."""

    contract = models.OneToOneField(Contract, models.PROTECT, related_name="ending")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=LOGIN_LENGTHS[1])
    reason = models.TextField(blank=True, default="")

    objects: ClassVar[models.Manager["ContractEnd"]] = AppendOnlyQuerySet["ContractEnd"].as_manager()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.contract}: {self.at:%Y-%m-%d}"


class MembershipState(models.TextChoices):
    """The states of a membership."""

    REQUESTED = "requested", _("asked to join")
    INVITED = "invited", _("invited")
    MEMBER = "member", _("member")
    LEFT = "left", _("left")


class Membership(models.Model):
    """A member of a federation, or one who may become it.

    The present `state` was set at `since`, `by` a member.
    """

    federation = models.ForeignKey(Federation, models.CASCADE, related_name="memberships")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="federation_memberships"
    )
    state = models.CharField(max_length=10, choices=MembershipState.choices)
    since = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["federation", "member"], name="one_membership_a_federation"),
        )
        indexes = (models.Index(fields=["federation", "state", "member"], name="members_of_federation"),)

    def __str__(self) -> str:
        return f"{self.federation}: {self.member} ({self.state})"


class Title(models.Model):
    """A title of a federation, "Champion" of 2026 for instance; its holder keeps it after leaving.

    `login` is the holder's at the time; `member` is None, and `login` "", once the account is deleted. A
    title from another club has no member where the login is unknown here.
    """

    federation = models.ForeignKey(Federation, models.CASCADE, related_name="titles")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="federation_titles"
    )
    login = models.CharField(max_length=LOGIN_LENGTHS[1], blank=True, default="")
    name = models.CharField(max_length=60)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        default_permissions = ()
        ordering = (models.F("year").desc(nulls_last=True), "name", "pk")

    def __str__(self) -> str:
        return f"{self.name} {self.year or ''}".strip()

    @property
    def holder(self) -> Member | None:
        """The member who holds the title, while they have an account."""
        return self.member if self.member is not None and self.member.is_active else None


class FederationImport(models.Model):
    """The import that made a federation: the hash of its file, and when it was complete (null: interrupted).

    The same file completes an import that was interrupted.
    """

    federation = models.OneToOneField(Federation, models.CASCADE, primary_key=True, related_name="imported")
    digest = models.CharField(max_length=64)
    completed = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.federation}: {self.digest[:8]}"
