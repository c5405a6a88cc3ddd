"""Finished sheets in the library of their owner, where searches and analyses find them as any match."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.library import importing
from zaria.club.library.actions import LibraryRefusedError, create_collection
from zaria.club.library.models import Collection, ImportedMatch
from zaria.club.scribe import queries
from zaria.club.scribe.models import MatchSheet
from zaria.club.site.visibility import Visibility
from zaria.match.events import Event


@transaction.atomic
def shelve(row: MatchSheet, events: Sequence[Event]) -> None:
    """Store the match of a finished sheet in a collection of its owner, once, if there is room."""
    if row.library_key:
        return
    try:
        collection = _collection(row)
    except LibraryRefusedError:
        return
    match = importing.to_store(events, queries.occasion_of(row))
    note = importing.add(collection, match, file_name=str(row))
    if note is None or note.match:
        stored = ImportedMatch.objects.filter(owner=row.owner_id, digest=match.facts.digest)
        row.library_key = stored.values_list("key", flat=True)[0]
        MatchSheet.objects.filter(pk=row.pk).update(library_key=row.library_key)


def _collection(row: MatchSheet) -> Collection:
    """Return the collection of the last sheet that was shelved, else a new one that only the owner sees."""
    keys = MatchSheet.objects.filter(owner=row.owner_id).exclude(library_key="").order_by("-changed")
    shelved = ImportedMatch.objects.filter(key__in=keys.values_list("library_key", flat=True)[:1])
    earlier = shelved.select_related("collection").first()
    if earlier is not None:
        return earlier.collection
    return create_collection(row.owner, _("Score sheets"), Visibility.PRIVATE)
