"""The collections of a member, for the file of their data, and their end with the account."""

from collections.abc import Iterator
from typing import Any

import brotli

from zaria.club.accounts.models import Member
from zaria.club.library import actions, name_links
from zaria.club.library.models import Collection, CollectionPerson, FileImport, ImportedMatch, NameLink

_MATCH = (
    "game",
    "name0",
    "name1",
    "event",
    "round",
    "place",
    "played_at",
    "own_side",
    "file_name",
    "added_at",
)
_AT_ONCE = 100


def stored_data(member: Member) -> dict[str, Any]:
    """Return all collections and imports that are stored."""
    collections = Collection.objects.filter(owner=member).order_by("id")
    imports = FileImport.objects.filter(collection__owner=member).order_by("id")
    shared = CollectionPerson.objects.filter(member=member).order_by("id")
    names = NameLink.objects.filter(member=member).order_by("id")
    return {
        "shared_collections": list(shared.values("collection__key", "collection__title", "role", "added_at")),
        "collection_names": list(names.values("collection__key", "collection__title", "name", "state")),
        "collections": list(collections.values("key", "title", "visibility", "created_at")),
        "imports": list(imports.values("key", "collection__key", "game", "own_name", "created_at")),
    }


def stored_matches(member: Member) -> Iterator[dict[str, Any]]:
    """Yield the matches of all collections with their tags and records."""
    matches = ImportedMatch.objects.filter(owner=member).select_related("collection").order_by("id")
    for match in matches.prefetch_related("tags").iterator(_AT_ONCE):
        yield {
            "collection": match.collection.key,
            **{name: getattr(match, name) for name in _MATCH},
            "tags": [tag.word for tag in match.tags.all()],
            "record": brotli.decompress(bytes(match.record)).decode(),
        }


def forget(member: Member) -> None:
    """Delete the collections of a member with their matches, and their part in those of others."""
    for collection in Collection.objects.filter(owner=member):
        actions.delete_collection(collection)
    CollectionPerson.objects.filter(member=member).delete()
    name_links.forget(member)
