"""Matches that are over, and corrections of ratings, for the staff: what counts and what does not."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.keys import rating_title
from zaria.club.ratings.models import Correction
from zaria.club.staff.actions import corrections, matches
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.date_format import format_moment, moment_of
from zaria.club.staff.pages.filters import choice_filter
from zaria.club.staff.pages.forms import ReasonForm
from zaria.club.staff.pages.site import site

# `~Q(rated=False)`: with `rated` itself SQLite counts by the index of all rated matches.
Counts = choice_filter(
    "counts",
    gettext_lazy("Counts"),
    {
        "rated": (gettext_lazy("rated"), lambda: Q(rated=True, void=False, voided=False)),
        "voided": (gettext_lazy("voided by the staff"), lambda: Q(voided=True)),
        "void": (gettext_lazy("too short to count"), lambda: Q(void=True)),
        "early": (gettext_lazy("ended early"), lambda: Q(early=True, void=False) & ~Q(rated=False)),
    },
)


def _counts(match: Played) -> bool:
    return not match.voided


def _voided(match: Played) -> bool:
    return match.voided


@admin.register(Played, site=site)
class PlayedAdmin(ReadOnlyAdmin[Played]):
    """Matches."""

    list_display = ("name", "title", "players", "score", "over", "is_rated", "is_counted")
    list_filter = (Counts,)
    search_fields = ("match_id",)
    ordering = ("-ended", "-match_id")
    fields = readonly_fields = ("record", "title", "players", "score", "over", "is_rated", "is_counted")
    admin_actions = (
        AdminAction("void", gettext_lazy("Void"), "void", ReasonForm, matches.void, _counts, grave=True),
        AdminAction("restore", gettext_lazy("Count again"), "void", ReasonForm, matches.restore, _voided),
    )

    def about(self, thing: Played) -> list[Member]:
        """Return the players who are members."""
        return list(Member.objects.filter(player__in=(thing.player0, thing.player1)))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Played], search_term: str
    ) -> tuple[QuerySet[Played], bool]:
        """Find matches by their id, and by the logins or ids of one or two players.

        Each is looked up in an index; names would be looked for in all matches.
        """
        for word in search_term.split():
            players = [word, *Member.objects.by_login(word).values_list("player", flat=True)]
            queryset = queryset.filter(Q(pk=word) | Q(player0__in=players) | Q(player1__in=players))
        return queryset, False

    @admin.display(description=gettext_lazy("Match"), ordering="match_id")
    def name(self, match: Played) -> str:
        """The id in its address."""
        return match.match_id

    @admin.display(description=gettext_lazy("Record"))
    def record(self, match: Played) -> str:
        """A link to the replay."""
        return format_html('<a href="/t/{0}/replay">{0}</a>', match.match_id)

    @admin.display(description=gettext_lazy("Game"), ordering="game")
    def title(self, match: Played) -> str:
        """The title of the game."""
        return rating_title(match.game)

    @admin.display(description=gettext_lazy("Players"))
    def players(self, match: Played) -> str:
        """The names of the players."""
        return f"{match.name0} – {match.name1}"

    @admin.display(description=gettext_lazy("Score"))
    def score(self, match: Played) -> str:
        """The final score."""
        return f"{match.score0} : {match.score1}"

    @admin.display(description=gettext_lazy("Ended"), ordering="ended")
    def over(self, match: Played) -> str:
        """The end of the match."""
        return format_moment(moment_of(match.ended))

    @admin.display(description=gettext_lazy("rated"), boolean=True)
    def is_rated(self, match: Played) -> bool:
        """True if the terms said so."""
        return match.rated

    @admin.display(description=gettext_lazy("Counts"), boolean=True)
    def is_counted(self, match: Played) -> bool:
        """True if the match counts."""
        return not (match.void or match.voided)


@admin.register(Correction, site=site)
class CorrectionAdmin(ReadOnlyAdmin[Correction]):
    """Corrections of ratings; one is made on a member's page."""

    list_display = ("login", "title", "set_to", "since", "why", "by_whom")
    list_select_related = ("member", "by")
    search_fields = ("=member__username", "=player")
    ordering = ("-at", "-id")
    fields = readonly_fields = list_display
    admin_actions = (
        AdminAction(
            "back", gettext_lazy("Revert"), "correct", ReasonForm, corrections.take_back, bool, False, True
        ),
    )

    def about(self, thing: Correction) -> list[Member]:
        """Return the member with this rating."""
        return [thing.member] if thing.member else []

    @admin.display(description=gettext_lazy("Member"))
    def login(self, fix: Correction) -> str:
        """The member with this rating, as long as the account exists."""
        return fix.member.username if fix.member else "–"

    @admin.display(description=gettext_lazy("Game"))
    def title(self, fix: Correction) -> str:
        """The title of the rating."""
        return rating_title(fix.game)

    @admin.display(description=gettext_lazy("From"), ordering="at")
    def since(self, fix: Correction) -> str:
        """The moment from which it counts."""
        return format_moment(moment_of(fix.at))

    @admin.display(description=gettext_lazy("Rating"), ordering="rating")
    def set_to(self, fix: Correction) -> str:
        """The new rating."""
        return str(fix.rating)

    @admin.display(description=gettext_lazy("Reason"))
    def why(self, fix: Correction) -> str:
        """The reason in the words of the staff."""
        return fix.reason

    @admin.display(description=gettext_lazy("By"))
    def by_whom(self, fix: Correction) -> str:
        """The member of staff."""
        return fix.by.username if fix.by else "–"
