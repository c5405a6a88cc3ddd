"""The place and the points in a tournament, beside the other gains of a match."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from zaria.club.matches.results.gains import Gain, gain_lines
from zaria.club.tournaments import history, queries
from zaria.club.tournaments.models import Pairing
from zaria.club.tournaments.pages.place_words import place_words


@receiver(gain_lines)
def tournament_gains(player: str, match_id: str, **_kwargs: Any) -> list[Gain]:
    """Return the current place of a player in the tournament of the match, once the match counts there."""
    pairings = Pairing.objects.filter(match_id=match_id).exclude(how="").select_related("tournament")
    pairing = pairings.first()
    if pairing is None or player not in (pairing.player0, pairing.player1):
        return []
    row = pairing.tournament
    words = place_words(row, history.state(row), player)
    address = reverse("tournament", args=[row.pk])
    return [Gain("tournament", queries.title_of(row), words, address=address)] if words else []
