"""The conditions of entry to a tournament."""

from django.contrib.auth.hashers import check_password
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.federations.queries import is_member
from zaria.club.ratings.queries import standings
from zaria.club.tournaments.models import Invitation, Tournament
from zaria.match.rating_keys import rating_key
from zaria.match.terms import Terms
from zaria.tournaments.terms import TournamentTerms

FIRST_RATING = 500
"""The rating with which everyone begins (rulebook 6.9)."""


def rating_of(member: Member, terms: Terms) -> int:
    """Return the rating of a member for matches on these terms, which decides their seed.

    By the day a member without a rating by the day has the one at the board in that game.
    """
    ratings = standings([member.player]).get(member.player, {})
    keys = dict.fromkeys((rating_key(terms.game, by_day=terms.by_day), terms.game))
    rating = next((ratings[key] for key in keys if key in ratings), FIRST_RATING)
    return round(rating)


def entry_objection(row: Tournament, terms: TournamentTerms, member: Member, code: str) -> str | None:
    """Return the code in `refusals.SENTENCES` that keeps a member from entering, or None."""
    if member.blocked_until is not None and member.blocked_until > timezone.now():
        return "blocked"
    if member.is_pupil:
        return "pupil_account"
    if member.robot and not terms.robots:
        return "robots"
    if terms.country and member.country != terms.country:
        return "other_country"
    if terms.members_only_of and not is_member(terms.members_only_of, member.player):
        return "not_member"
    if terms.lowest_rating is not None or terms.highest_rating is not None:
        rating = rating_of(member, terms.match)
        if terms.lowest_rating is not None and rating < terms.lowest_rating:
            return "rating_too_low"
        if terms.highest_rating is not None and rating > terms.highest_rating:
            return "rating_too_high"
    if terms.access == "invited" and not _is_invited(row, member):
        return "not_invited"
    if terms.access == "code" and not check_password(code, row.code):
        return "wrong_code"
    return None


def _is_invited(row: Tournament, member: Member) -> bool:
    return Invitation.objects.filter(tournament=row, player=member.player).exists()
