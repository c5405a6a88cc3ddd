"""The change of a rating among what a match brought a player."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from zaria.club.matches.results.gains import Gain, gain_lines, way
from zaria.club.ratings.models import OVERALL, Change


@receiver(gain_lines)
def rating_gains(player: str, match_id: str, **_kwargs: Any) -> list[Gain]:
    """Return the change of the rating in the game of the match, once it is computed."""
    changes = Change.objects.filter(match=match_id).exclude(game=OVERALL)
    # Restricted to the player, a database may scan all of their changes.
    steps = [step for who, *step in changes.values_list("player", "before", "after") if who == player]
    return [
        Gain(
            "rating",
            _("Rating"),
            f"{'−' if after < before else '+'}{abs(after - before):.0f} → {after:.0f}",
            way(after - before),
        )
        for before, after in steps
    ]
