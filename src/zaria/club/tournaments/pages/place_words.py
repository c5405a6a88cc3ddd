"""The place of a player in words: the final one, or those that are still possible."""

from django.utils.translation import gettext as _

from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.pages import standings
from zaria.club.tournaments.pages.place_groups import place_groups
from zaria.club.tournaments.texts import half_points
from zaria.tournaments.state import TournamentState


def place_words(row: Tournament, state: TournamentState, player: str) -> str:
    """Return the place of a player, with their points where the format counts any; "" without a place.

    In a running knock-out it is the group of places that are still possible.
    """
    for group in place_groups(state):
        if player in group.players and group.first < group.last:
            return _("Places %(first)s–%(last)s") % {"first": group.first, "last": group.last}
    lines = enumerate(standings.standings(row.pk, row.events, state), 1)
    place, line = next(((place, line) for place, line in lines if line.player == player), (0, None))
    if line is None:
        return ""
    parts = [_("Place %(n)s") % {"n": place}]
    if columns := FORMAT_WORDS[state.terms.format].columns:
        title = _("Points")
        parts.append(f"{title}: {half_points(line.points, columns[0].divisor)}")
    return " · ".join(parts)
