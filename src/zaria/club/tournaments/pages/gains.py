"""The place and the points in a tournament, beside the other gains of a match."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _

from zaria.club.matches.results.gains import Gain, gain_lines
from zaria.club.tournaments import history, queries
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Pairing
from zaria.club.tournaments.pages import standings
from zaria.club.tournaments.texts import half_points


@receiver(gain_lines)
def tournament_gains(player: str, match_id: str, **_kwargs: Any) -> list[Gain]:
    """Return the current place of a player in the tournament of the match, once the match counts there."""
    decided = Pairing.objects.filter(match_id=match_id).exclude(how="").select_related("tournament")
    pairing = decided.first()
    if pairing is None or player not in (pairing.player0, pairing.player1):
        return []
    row = pairing.tournament
    state = history.state(row)
    columns = FORMAT_WORDS[state.terms.format].columns
    lines = enumerate(standings.standings(row.pk, row.events, state), 1)
    place, line = next(((place, line) for place, line in lines if line.player == player), (0, None))
    if line is None:
        return []
    parts = [_("Place %(n)s") % {"n": place}]
    if columns:
        title = _("Points")
        parts.append(f"{title}: {half_points(line.points, columns[0].divisor)}")
    address = reverse("tournament", args=[row.pk])
    return [Gain("tournament", queries.title_of(row), " · ".join(parts), address=address)]
