"""Members, for the staff: their accounts, the acts about them, their matches."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.ledger import statement
from zaria.club.ledger.actions import ensure_member
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.queries import balance
from zaria.club.ledger.subjects import Subject, find_subjects
from zaria.club.ledger.titles import TITLES as ENTRIES
from zaria.club.matches.results.models import Played
from zaria.club.player_limits import queries as player_limits
from zaria.club.player_limits.models import Consent
from zaria.club.ratings.keys import rating_title
from zaria.club.ratings.models import Correction, Standing
from zaria.club.ratings.ranking import ABSENT
from zaria.club.staff import queries, roles
from zaria.club.staff.actions import accounts, appointments, balances, corrections, sanctions
from zaria.club.staff.models import SANCTIONS, ActKind
from zaria.club.staff.pages import fair_play
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment, moment_of
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.forms import (
    AmountForm,
    CorrectionForm,
    CreditsForm,
    LiftForm,
    PayOutForm,
    RankForm,
    ReasonForm,
    RenameForm,
    SpanForm,
    TakeForm,
    WarnForm,
)
from zaria.club.staff.pages.site import site, staff_of

LAST = 20
"""Acts and games on a member's page."""

State = choice_filter(
    "state",
    gettext_lazy("State"),
    {
        "blocked": (gettext_lazy("blocked"), lambda: Q(blocked_until__gt=timezone.now())),
        "muted": (gettext_lazy("muted"), lambda: Q(muted_until__gt=timezone.now())),
        "absent": (gettext_lazy("inactive for six months"), lambda: Q(seen_at__lt=timezone.now() - ABSENT)),
        "unconfirmed": (gettext_lazy("e-mail not confirmed"), lambda: Q(since=None)),
        "deleted": (gettext_lazy("deleted"), lambda: Q(is_active=False)),
    },
)
Sort = choice_filter(
    "sort",
    gettext_lazy("Type"),
    {
        "people": (gettext_lazy("people"), lambda: Q(robot=False)),
        "robots": (gettext_lazy("bots"), lambda: Q(robot=True)),
        "staff": (gettext_lazy("staff"), lambda: Q(is_staff=True)),
    },
)


def _is_active(member: Member) -> bool:
    return member.is_active


def _has_credits(member: Member) -> bool:
    return member.is_active and not member.robot


def _has_picture(member: Member) -> bool:
    return bool(member.face)


def _has_bio(member: Member) -> bool:
    return bool(member.bio)


def _is_sanctioned(member: Member) -> bool:
    return bool(queries.sanctions(member))


def _is_confirmed(member: Member) -> bool:
    return member.is_active and member.since is not None


@admin.register(Member, site=site)
class MemberAdmin(ReadOnlyAdmin[Member]):
    """See the module."""

    list_display = ("login", "state", "rank", "program", "lives", "member_since", "seen")
    list_filter = (State, Sort)
    ordering = ("username",)
    search_fields = ("username",)
    change_form_template = "staff/member.html"
    admin_actions = (
        AdminAction("warn", gettext_lazy("Warn"), "warn", WarnForm, sanctions.warn, _is_active),
        AdminAction("mute", gettext_lazy("Mute"), "mute", SpanForm, sanctions.mute, _is_active),
        AdminAction(
            "block", gettext_lazy("Block"), "block", SpanForm, sanctions.block, _is_active, grave=True
        ),
        AdminAction(
            "lift", gettext_lazy("Lift"), "mute", LiftForm, sanctions.lift, _is_sanctioned, alone=True
        ),
        AdminAction(
            "rename",
            gettext_lazy("Change the login"),
            "rename",
            RenameForm,
            accounts.rename,
            _is_active,
            alone=True,
        ),
        AdminAction(
            "face",
            gettext_lazy("Remove the picture"),
            "face",
            ReasonForm,
            accounts.remove_picture,
            _has_picture,
        ),
        AdminAction(
            "bio", gettext_lazy("Remove the profile text"), "face", ReasonForm, accounts.remove_bio, _has_bio
        ),
        AdminAction(
            "correct",
            gettext_lazy("Correct a rating"),
            "correct",
            CorrectionForm,
            corrections.correct,
            _is_confirmed,
            True,
        ),
        AdminAction(
            "appoint",
            gettext_lazy("Change the role"),
            "appoint",
            RankForm,
            appointments.appoint,
            _is_confirmed,
            alone=True,
        ),
        AdminAction(
            "grant", gettext_lazy("Grant credits"), "credits", AmountForm, balances.grant, _has_credits
        ),
        AdminAction(
            "take", gettext_lazy("Take credits"), "credits", TakeForm, balances.take, _has_credits, alone=True
        ),
        AdminAction(
            "payout",
            gettext_lazy("Book a pay-out"),
            "credits",
            PayOutForm,
            balances.pay_out,
            _has_credits,
            alone=True,
        ),
        AdminAction(
            "close",
            gettext_lazy("Close the balance"),
            "credits",
            CreditsForm,
            balances.close,
            balances.is_closable,
            True,
            True,
        ),
        AdminAction(
            "delete",
            gettext_lazy("Delete the account"),
            "delete",
            ReasonForm,
            accounts.delete,
            _is_active,
            True,
            True,
        ),
    )

    def about(self, thing: Member) -> list[Member]:
        """Return the member."""
        return [thing]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Member], search_term: str
    ) -> tuple[QuerySet[Member], bool]:
        """Find members by the beginning of a login, by player or, where the reader may see it, by address.

        Each is looked up in an index; the middle of a login would be looked for in all of them.
        """
        term = search_term.strip()
        if not term:
            return queryset, False
        if "@" not in term:
            beginning, player = Member.objects.by_beginning(term), Member.objects.filter(player=term)
            return queryset.filter(Q(pk__in=beginning.values("pk")) | Q(pk__in=player.values("pk"))), False
        by_email = Member.objects.by_email(term)
        members = by_email if roles.has(staff_of(request), "addresses") else Member.objects.none()
        return queryset.filter(pk__in=members.values("pk")), False

    def get_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """Return the fields of a member's page, according to the powers of the reader."""
        fields = ("login", "state", "rank", "program", "member_since", "seen", "lives", "reads", "plays_as")
        return (*fields[:1], "mail", *fields[1:]) if roles.has(staff_of(request), "addresses") else fields

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """All of it."""
        return self.get_fields(request, obj)

    @admin.display(description=gettext_lazy("Login"), ordering="username")
    def login(self, member: Member) -> str:
        """The login."""
        return member.username

    @admin.display(description=gettext_lazy("E-mail"))
    def mail(self, member: Member) -> str:
        """The e-mail address."""
        return member.email

    @admin.display(description=gettext_lazy("State"))
    def state(self, member: Member) -> str:
        """The sanctions in force, and their ends."""
        if not member.is_active:
            return _("deleted")
        words = {ActKind.BLOCK: _("blocked"), ActKind.MUTE: _("muted")}
        return ", ".join(
            f"{words[kind]} {queries.end(getattr(member, SANCTIONS[kind]))}"
            for kind in queries.sanctions(member)
        )

    @admin.display(description=gettext_lazy("Role"))
    def rank(self, member: Member) -> str:
        """The rank of staff; "" for other members."""
        rank = roles.appointed(member)
        return str(roles.TITLES[rank]) if rank else ""

    @admin.display(description=gettext_lazy("Bot"), boolean=True, ordering="robot")
    def program(self, member: Member) -> bool:
        """True for a program."""
        return member.robot

    @admin.display(description=gettext_lazy("Language"))
    def reads(self, member: Member) -> str:
        """The language."""
        return member.language or "–"

    @admin.display(description=gettext_lazy("Country"), ordering="country")
    def lives(self, member: Member) -> str:
        """The country that the member states."""
        return member.country or "–"

    @admin.display(description=gettext_lazy("Member since"), ordering="since")
    def member_since(self, member: Member) -> str:
        """The moment of the first admission."""
        return format_moment(member.since)

    @admin.display(description=gettext_lazy("Last visit"), ordering="seen_at")
    def seen(self, member: Member) -> str:
        """The last visit, to the hour."""
        return format_moment(member.seen_at)

    @admin.display(description=gettext_lazy("Plays as"))
    def plays_as(self, member: Member) -> str:
        """The player id in records."""
        return member.player

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add the acts about the member, their matches, ratings and credits."""
        member = self.get_object(request, object_id)
        context = extra_context or {}
        if member is not None:
            context = {**_context(member), **_credits(member, request.GET.get("before", "")), **context}
        return super().change_view(request, object_id, form_url, context)


def _credits(member: Member, before: str) -> dict[str, Any]:
    """The balance and limits of a member, and their latest entries older than the transfer `before`."""
    if member.robot:
        return {}
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 18 else 0
    part = statement.part(ensure_member(member.player), Q(), LAST, before=number)
    subjects = find_subjects({entry.transfer.subject for entry in part.entries})
    limits = player_limits.limits(member.player).items()
    return {
        "balance": balance(member.player),
        "entries": [_entry(entry, subjects.get(entry.transfer.subject)) for entry in part.entries],
        "older": part.entries[-1].pk if part.older else None,
        "limits": [(kind.label, limit) for kind, limit in limits if limit.amount is not None or limit.begins],
        "stakes_pause": player_limits.pause(member.player),
        "consents": Consent.objects.filter(player=member.player).order_by("at"),
    }


def _entry(entry: statement.StatementEntry, subject: Subject | None) -> dict[str, Any]:
    """A line of the entries, with the subject or the payment that it came from."""
    transfer = entry.transfer
    return {
        "entry": entry,
        "at": moment_of(transfer.at),
        "title": ENTRIES[transfer.kind],
        "subject": subject,
        "payment": transfer.subject if transfer.kind in (TransferKind.TOP_UP, TransferKind.REVERSAL) else "",
    }


def _context(member: Member) -> dict[str, Any]:
    played = Q(player0=member.player) | Q(player1=member.player)
    return {
        "member": member,
        "acts": queries.concerning(member).select_related("by")[:LAST],
        "games": [
            {"game": game, "title": rating_title(game.game), "ended": moment_of(game.ended)}
            for game in Played.objects.filter(played).order_by("-ended", "-match_id")[:LAST]
        ],
        "ratings": [
            {"title": rating_title(row.game), "row": row}
            for row in Standing.objects.filter(member=member).order_by("game")
        ],
        "fair_play": fair_play.of_member(member),
        "corrections": [
            {"title": rating_title(fix.game), "fix": fix, "at": moment_of(fix.at)}
            for fix in Correction.objects.filter(player=member.player).order_by("-at")[:LAST]
        ],
    }
