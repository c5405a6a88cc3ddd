"""Rights to set up and direct tournaments.

The staff directs all tournaments, by a permission that the room of the staff defines: it is above this one.
The administrators of a federation direct its tournaments. Every member directs the private tournaments that
they have set up, without fee and bonus.
"""

from typing import NamedTuple

import msgspec
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.federations.queries import administered_by, federations
from zaria.club.tournaments.models import Entry, Invitation, PlaceOffer, Tournament
from zaria.tournaments.terms import TournamentTerms

PERMISSION = "staff.tournaments"
MOST_PRIVATE = 10
"""Tournaments that are not over which a member without further rights may have at a time."""

_terms_decoder = msgspec.json.Decoder(TournamentTerms)


def is_staff(member: Member) -> bool:
    """Return whether a member is of the staff that directs tournaments."""
    if not member.is_staff or not member.is_active or _ends_later(member, "blocked_until"):
        return False
    return member.has_perm(PERMISSION) and (not settings.STAFF_SECOND_STEP or is_mfa_enabled(member))


def setup_objection(member: Member) -> str | None:
    """Return the code in `refusals.SENTENCES` that keeps a member from setting up tournaments, or None."""
    if member.robot:
        return "robots"
    if member.is_pupil:
        return "pupil_account"
    if not member.is_active or _ends_later(member, "blocked_until"):
        return "blocked"
    if _ends_later(member, "muted_until"):
        return "muted"
    if not is_staff(member):
        directed = Tournament.objects.filter(director=member.player, private=True)
        unfinished = directed.filter(phase__in=(Tournament.Phase.OPEN, Tournament.Phase.PLAYING))
        if unfinished.count() >= MOST_PRIVATE:
            return "too_many_tournaments"
    return None


class Rights(NamedTuple):
    """The tournaments that a member may hold beside private ones without money.

    `staff`: all. `federations` (slug and name) are those for which they may hold tournaments.
    """

    staff: bool = False
    federations: tuple[tuple[str, str], ...] = ()

    @property
    def public(self) -> bool:
        """True if they may hold tournaments in the lists, and with a fee."""
        return self.staff or bool(self.federations)


def rights(member: Member) -> Rights:
    """The tournaments that a member may hold beside private ones without money."""
    staff = is_staff(member)
    open_ones = federations() if staff else administered_by(member).filter(closed=None)
    return Rights(staff, tuple(open_ones.values_list("slug", "name")))


def may_set_up(member: Member, terms: TournamentTerms) -> bool:
    """Return whether a member may set up a tournament on these terms."""
    return setup_objection(member) is None and (
        is_staff(member)
        or (not terms.bonus and _administers(member, terms.federation))
        or _is_for_members(terms)
    )


def may_direct(member: Member, row: Tournament) -> bool:
    """Return whether a member may act as director of a tournament."""
    if is_staff(member):
        return True
    if not member.is_active or _ends_later(member, "blocked_until"):
        return False
    if _administers(member, row.federation):
        return True
    return row.director == member.player and _is_for_members(_terms_decoder.decode(row.terms))


def may_open(member: Member | None, row: Tournament) -> bool:
    """Return whether a reader may see a tournament; `member` is None for a guest.

    Everyone with its link may see a private tournament, except one by invitation, which only invited players
    and its directors see.
    """
    if not row.private or _terms_decoder.decode(row.terms).access != "invited":
        return True
    if member is None:
        return False
    kinds = (Entry, Invitation, PlaceOffer)
    is_involved = any(kind.objects.filter(tournament=row, player=member.player).exists() for kind in kinds)
    return is_involved or row.director == member.player or may_direct(member, row)


def _administers(member: Member, slug: str) -> bool:
    """True if a contract in force gives a member the administration of this federation."""
    return bool(slug) and administered_by(member).filter(slug=slug, closed=None).exists()


def _is_for_members(terms: TournamentTerms) -> bool:
    """True if every member may hold such a tournament."""
    return terms.private and not (terms.fee or terms.bonus or terms.federation or terms.sponsor)


def _ends_later(member: Member, sanction: str) -> bool:
    until = getattr(member, sanction)
    return until is not None and until > timezone.now()
