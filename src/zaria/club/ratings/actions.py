"""Changes of ratings: finished matches, and corrections by the staff. Everything else follows."""

from zaria.club.ratings.recompute import RatingChanges, mark_due, step

__all__ = ["mark_due", "recompute"]


def recompute(since: tuple[int, str] | None = None) -> RatingChanges:
    """Compute the due ratings, and all from `since` on (end of a match, its id); return the changes.

    It blocks until all is done: from a view call `mark_due` instead, the projector does the rest within
    seconds.
    """
    if since is not None:
        mark_due(since[0])
    changes: RatingChanges = {}
    while (window := step()) is not None:
        for player, games in window.items():
            changes.setdefault(player, {}).update(games)
    return changes
