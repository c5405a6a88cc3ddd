"""The order that the writers of a collection give its matches by hand. Each change is one transaction."""

from collections.abc import Collection as SizedIterable
from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction

from zaria.club.library.models import Collection, ImportedMatch


def step_up(order: Sequence[str], keys: SizedIterable[str]) -> list[str]:
    """Return an order in which each of some matches stands one place higher; those at the top stay."""
    moved = list(order)
    for upper, lower in pairwise(range(len(moved))):
        if moved[lower] in keys and moved[upper] not in keys:
            moved[upper], moved[lower] = moved[lower], moved[upper]
    return moved


def step_down(order: Sequence[str], keys: SizedIterable[str]) -> list[str]:
    """Return an order in which each of some matches stands one place lower; those at the end stay."""
    return step_up(order[::-1], keys)[::-1]


def placed_before(order: Sequence[str], keys: SizedIterable[str], next_key: str) -> list[str]:
    """Return an order in which some matches stand before another one, or last if there is no such match."""
    moving = [key for key in order if key in keys]
    staying = [key for key in order if key not in keys]
    place = staying.index(next_key) if next_key in staying else len(staying)
    return [*staying[:place], *moving, *staying[place:]]


@transaction.atomic
def move(collection: Collection, act: str, keys: SizedIterable[str], next_key: str = "") -> None:
    """Move matches of a collection, as the `act` says: "up", "down", or "place" them before another one."""
    Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    matches = list(collection.matches.order_by("rank", "id").only("pk", "key", "rank"))
    order = [match.key for match in matches]
    if act == "place":
        moved = placed_before(order, keys, next_key)
    else:
        moved = (step_up if act == "up" else step_down)(order, keys)
    if moved == order:
        return
    ranks = {key: rank for rank, key in enumerate(moved)}
    changed = [match for match in matches if match.rank != ranks[match.key]]
    for match in changed:
        match.rank = ranks[match.key]
    ImportedMatch.objects.bulk_update(changed, ["rank"])
