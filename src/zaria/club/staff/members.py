"""Members, for the staff: who they are, what was done about them, what they played."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import Correction, Standing
from zaria.club.ratings.ranking import ABSENT
from zaria.club.staff import actions, queries, roles, texts
from zaria.club.staff.admin_actions import Deed, Shown
from zaria.club.staff.date_format import moment, shown
from zaria.club.staff.filters import choice
from zaria.club.staff.forms import CorrectionForm, LiftForm, RankForm, ReasonForm, RenameForm, SpanForm
from zaria.club.staff.models import SANCTIONS, Act
from zaria.club.staff.site import site, staff_of

LAST = 20
"""Acts and games on a member's page."""

State = choice(
    "state",
    gettext_lazy("State"),
    {
        "blocked": (gettext_lazy("blocked"), lambda: Q(blocked_until__gt=timezone.now())),
        "muted": (gettext_lazy("muted"), lambda: Q(muted_until__gt=timezone.now())),
        "absent": (gettext_lazy("absent for half a year"), lambda: Q(seen_at__lt=timezone.now() - ABSENT)),
        "unconfirmed": (gettext_lazy("address not confirmed"), lambda: Q(since=None)),
        "deleted": (gettext_lazy("deleted"), lambda: Q(is_active=False)),
    },
)
Sort = choice(
    "sort",
    gettext_lazy("Who"),
    {
        "people": (gettext_lazy("people"), lambda: Q(robot=False)),
        "robots": (gettext_lazy("programs"), lambda: Q(robot=True)),
        "staff": (gettext_lazy("staff"), lambda: Q(is_staff=True)),
    },
)


def _warn(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.warn(by, member, said["reason"])


def _mute(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.mute(by, member, said["reason"], said["end"])


def _block(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.block(by, member, said["reason"], said["end"])


def _lift(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.lift(by, member, said["reason"], said["kinds"])


def _rename(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.rename(by, member, said["reason"], said["login"])


def _remove_picture(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.remove_picture(by, member, said["reason"])


def _correct(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.correct(by, member, said["reason"], said["game"], said["rating"], said["at"])


def _appoint(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.appoint(by, member, said["reason"], said["rank"])


def _delete(by: Member, member: Member, said: dict[str, Any]) -> None:
    actions.delete(by, member, said["reason"])


def _alive(member: Member) -> bool:
    return member.is_active


def _pictured(member: Member) -> bool:
    return bool(member.face)


def _sanctioned(member: Member) -> bool:
    return bool(queries.sanctions(member))


def _came(member: Member) -> bool:
    return member.is_active and member.since is not None


@admin.register(Member, site=site)
class MemberAdmin(Shown[Member]):
    """See the module."""

    list_display = ("login", "state", "rank", "program", "lives", "came", "seen")
    list_filter = (State, Sort)
    ordering = ("username",)
    change_form_template = "staff/member.html"
    deeds = (
        Deed("warn", gettext_lazy("Warn"), "warn", ReasonForm, _warn, _alive),
        Deed("mute", gettext_lazy("Mute"), "mute", SpanForm, _mute, _alive),
        Deed("block", gettext_lazy("Block"), "block", SpanForm, _block, _alive, grave=True),
        Deed("lift", gettext_lazy("Lift"), "mute", LiftForm, _lift, _sanctioned, alone=True),
        Deed("rename", gettext_lazy("Change the login"), "rename", RenameForm, _rename, _alive, alone=True),
        Deed("face", gettext_lazy("Remove the picture"), "face", ReasonForm, _remove_picture, _pictured),
        Deed("correct", gettext_lazy("Correct a rating"), "correct", CorrectionForm, _correct, _came, True),
        Deed("appoint", gettext_lazy("Change the rank"), "appoint", RankForm, _appoint, _came, alone=True),
        Deed("delete", gettext_lazy("Delete the account"), "delete", ReasonForm, _delete, _alive, True, True),
    )

    def about(self, thing: Member) -> list[Member]:
        """Himself."""
        return [thing]

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """By address only for those who may see addresses."""
        known = ("username", "=player")
        return (*known, "email") if roles.has(staff_of(request), "addresses") else known

    def get_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """The page of a member: nothing beyond what the member gave to the staff."""
        fields = ("login", "state", "rank", "program", "came", "seen", "lives", "reads", "plays_as")
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
        words = {Act.Kind.BLOCK: _("blocked"), Act.Kind.MUTE: _("muted")}
        return ", ".join(
            f"{words[kind]} {queries.end(getattr(member, SANCTIONS[kind]))}"
            for kind in queries.sanctions(member)
        )

    @admin.display(description=gettext_lazy("Rank"))
    def rank(self, member: Member) -> str:
        """Of the staff; nothing for others."""
        found = roles.appointed(member)
        return str(roles.TITLES[found]) if found else ""

    @admin.display(description=gettext_lazy("Program"), boolean=True, ordering="robot")
    def program(self, member: Member) -> bool:
        """Whether it is one."""
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
    def came(self, member: Member) -> str:
        """The moment of the first admission."""
        return shown(member.since)

    @admin.display(description=gettext_lazy("Last visit"), ordering="seen_at")
    def seen(self, member: Member) -> str:
        """To the hour."""
        return shown(member.seen_at)

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
        """With the acts about the member, their games and ratings."""
        member = self.get_object(request, object_id)
        context = {**_known(member), **(extra_context or {})} if member else extra_context
        return super().change_view(request, object_id, form_url, context)


def _known(member: Member) -> dict[str, Any]:
    played = Q(player0=member.player) | Q(player1=member.player)
    return {
        "member": member,
        "acts": queries.concerning(member).select_related("by")[:LAST],
        "games": [
            {"game": game, "title": texts.game(game.game), "ended": moment(game.ended)}
            for game in Played.objects.filter(played).order_by("-ended", "-match_id")[:LAST]
        ],
        "ratings": [
            {"title": texts.game(row.game), "row": row}
            for row in Standing.objects.filter(member=member).order_by("game")
        ],
        "corrections": [
            {"title": texts.game(fix.game), "fix": fix, "at": moment(fix.at)}
            for fix in Correction.objects.filter(player=member.player).order_by("-at")[:LAST]
        ],
    }
