"""The decision of a director about a match, at its table and in its replay."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from zaria.club.matches.results.decisions import DirectorDecision, decisions
from zaria.club.tournaments import history
from zaria.club.tournaments.models import Pairing
from zaria.club.tournaments.pages import chronology


@receiver(decisions)
def decision_of_director(match_id: str, reader: str, **_kwargs: Any) -> DirectorDecision | None:
    """Return what the director decided; in a private tournament for the players of the match only."""
    pairings = Pairing.objects.filter(match_id=match_id, how="director").select_related("tournament")
    pairing = pairings.first()
    if pairing is None or (pairing.tournament.private and reader not in (pairing.player0, pairing.player1)):
        return None
    row = pairing.tournament
    happening = chronology.director_decision(row.pk, history.state(row), pairing.number, pairing.place)
    if happening is None:
        return None
    by = _("By %(name)s") % {"name": happening.by} if happening.by else ""
    return DirectorDecision(happening.text, ": ".join(part for part in (by, happening.reason) if part))
