"""Changes of ratings: finished matches, and corrections by the staff. Everything else follows."""

from zaria.club.ratings import recompute as reckoning
from zaria.club.ratings.models import Change, Correction
from zaria.club.ratings.recompute import Told, due

__all__ = ["due", "reckon", "renamed"]


def reckon(since: tuple[int, str] | None = None) -> Told:
    """Compute the due ratings, and all from `since` on (end of a match, its id); return the players changed.

    It blocks until all is done: from a view call `due` instead, the scribe does the rest within seconds.
    """
    if since is not None:
        due(since[0])
    told: Told = {}
    while (step := reckoning.step()) is not None:
        for player, games in step.items():
            told.setdefault(player, {}).update(games)
    return told


def renamed(player: str, name: str) -> None:
    """What was kept of `player` is kept under the id `name` now; call it with the same change of `Played`."""
    Change.objects.filter(player=player).update(player=name)
    Correction.objects.filter(player=player).update(player=name)
