"""The conditions of entry in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from zaria.club.federations.queries import find_federation
from zaria.club.profile import countries
from zaria.tournaments.terms import TournamentTerms


def conditions_of(terms: TournamentTerms) -> Iterator[str]:
    """Return a sentence for each condition; none if everyone may enter."""
    if terms.access == "invited":
        yield _("By invitation only")
    if terms.access == "code":
        yield _("With a code from the director")
    if terms.country:
        yield _("Players from {country}").format(country=countries.names().get(terms.country, terms.country))
    low, high = terms.lowest_rating, terms.highest_rating
    if low is not None and high is not None:
        yield _("Ratings from {low} to {high}").format(low=low, high=high)
    elif low is not None:
        yield _("Ratings from {low}").format(low=low)
    elif high is not None:
        yield _("Ratings up to {high}").format(high=high)
    if terms.members_only_of:
        federation = find_federation(terms.members_only_of)
        yield _("Members of {name}").format(name=federation.name if federation else terms.members_only_of)
    if terms.robots:
        yield _("Bots may enter, too")
    if terms.private:
        yield _("Unlisted")
