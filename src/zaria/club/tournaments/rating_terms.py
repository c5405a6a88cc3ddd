"""The terms on which the rated matches of a tournament count.

Members set up private tournaments, and administrators those of their federation. Their matches count like
those of any table, including the daily limit of rated matches between two members. The staff sets up the
club's own tournaments, whose matches count in full, up to the points that they needed.
"""

from django.conf import settings
from msgspec.structs import replace

from zaria.match.terms import RatingTerms, Terms
from zaria.tournaments.terms import TournamentTerms

UNLIMITED = RatingTerms()
"""The terms of tournaments that were announced before these rules."""


def with_rating_terms(terms: TournamentTerms) -> Terms:
    """Return the terms of a match, with its effect on ratings."""
    if not terms.match.rated:
        return terms.match
    limits: RatingTerms = settings.RATING_LIMITS.terms(terms.match)
    if not terms.private and not terms.federation:
        limits = RatingTerms(most_points=limits.most_points)
    return replace(terms.match, rating_terms=limits)


def match_terms(terms: TournamentTerms) -> Terms:
    """Return the terms of a match whose table is opened now."""
    return with_rating_terms(terms) if terms.match.rating_terms == UNLIMITED else terms.match
