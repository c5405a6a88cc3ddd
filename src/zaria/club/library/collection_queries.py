"""Reads collections, their matches page by page, and how far imports are."""

from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Q, Sum, When
from django.db.models.functions import Lower

from zaria.club.accounts.models import Member
from zaria.club.library.models import (
    Collection,
    CollectionPerson,
    CollectionRole,
    FileImport,
    ImportedMatch,
    ImportFile,
    MatchTag,
)
from zaria.club.library.visibility import may_write, role_in, shared_collections
from zaria.club.site.visibility import Visibility

HAND = "hand"
_LATEST = ("-played_at", "-id")
_ORDERS: dict[str, tuple[Any, ...]] = {
    "": _LATEST,
    "event": (Case(When(event="", then=1), default=0), Lower("event"), *_LATEST),
    "player": (Lower("name0"), Lower("name1"), *_LATEST),
    HAND: ("rank", "id"),
}
"""Orders of a list: the latest day of play first, by event (without one last), by player, by hand."""
A_PAGE = 50
"""Matches of a page."""
MOST_PUBLIC = 25
"""Public collections that are listed."""
MOST_FILES = 200
"""Files that the page of an import names."""
MOST_IMPORTS = 5
"""Imports of a member that are listed: the latest."""


class MatchConditions(NamedTuple):
    """The matches of a collection that a list shows: parts of names, a tag, days of play (ms), the order.

    `order` is a key of `_ORDERS`.
    """

    player: str = ""
    event: str = ""
    game: str = ""
    tag: str = ""
    since: int | None = None
    until: int | None = None
    order: str = ""


class ListedCollection(NamedTuple):
    """A collection with the number of its matches."""

    collection: Collection
    matches: int


class ImportProgress(NamedTuple):
    """The progress of an import: the `files` it has, archives not counted, and those that are read.

    `stored`, `repeated` and `refused` count matches, `refused` also files that hold none.
    """

    files: int
    done: int
    stored: int
    repeated: int
    refused: int

    @property
    def is_over(self) -> bool:
        """True if all files are read."""
        return self.done == self.files

    @property
    def percent(self) -> int:
        """The share of the files that are read."""
        return 100 * self.done // self.files if self.files else 100


def collections_of(owner: Member) -> list[ListedCollection]:
    """Return a member's collections, the latest first."""
    return _counted(Collection.objects.filter(owner=owner).select_related("owner").order_by("-id"))


def shared_with(member: Member) -> list[ListedCollection]:
    """Return the collections that others share with a member, the latest first."""
    return _counted(shared_collections(member.pk).select_related("owner").order_by("-id"))


def writable_collections(member: Member) -> list[Collection]:
    """Return the collections into which a member may import matches, their own first."""
    owned = Collection.objects.filter(owner=member).order_by("-id")
    shared = Collection.objects.filter(people__member=member, people__role=CollectionRole.WRITER)
    return [*owned, *shared.order_by("-id")]


def people_of(collection: Collection) -> list[CollectionPerson]:
    """Return the members with whom a collection is shared, by login."""
    return list(collection.people.select_related("member").order_by("member__username"))


def public_collections(but: Member | None) -> list[ListedCollection]:
    """Return the latest public collections, those of the club among them, but not those of a member."""
    rows = Collection.objects.filter(visibility=Visibility.PUBLIC).select_related("owner")
    return [
        row for row in _counted(rows.order_by("-id")[:MOST_PUBLIC])
        if but is None or row.collection.owner_id != but.pk
    ]  # fmt: skip


def _counted(rows: Any) -> list[ListedCollection]:
    collections = list(rows)
    matches = ImportedMatch.objects.filter(collection__in=collections).order_by()
    counts = dict(matches.values_list("collection").annotate(number=Count("pk")))
    return [ListedCollection(row, counts.get(row.pk, 0)) for row in collections]


def games_of(collection: Collection) -> list[str]:
    """Return the games of a collection's matches."""
    return sorted(set(collection.matches.order_by().values_list("game", flat=True)))


def tags_of(collection: Collection) -> list[str]:
    """Return the tags of a collection's matches."""
    rows = MatchTag.objects.filter(match__collection=collection).order_by()
    return sorted(set(rows.values_list("word", flat=True)), key=str.casefold)


def page_of(collection: Collection, number: int, conditions: MatchConditions) -> "Page[ImportedMatch]":
    """Return a page of the matches that fit; its last page beyond the end."""
    condition = Q()
    if conditions.player:
        condition &= Q(name0__icontains=conditions.player) | Q(name1__icontains=conditions.player)
    if conditions.event:
        condition &= Q(event__icontains=conditions.event)
    if conditions.game:
        condition &= Q(game=conditions.game)
    if conditions.tag:
        condition &= Q(tags__word=conditions.tag)
    if conditions.since is not None:
        condition &= Q(played_at__gte=conditions.since)
    if conditions.until is not None:
        condition &= Q(played_at__gt=0, played_at__lt=conditions.until)
    rows = collection.matches.filter(condition).defer("record").prefetch_related("tags")
    return Paginator(rows.order_by(*_ORDERS[conditions.order]), A_PAGE).get_page(number)


def import_for(key: str, member: Member) -> FileImport | None:
    """Return an import into a collection in which a member may write."""
    row = FileImport.objects.select_related("collection").filter(key=key).first()
    return row if row is not None and may_write(role_in(row.collection, member)) else None


def imports_of(owner: Member) -> list[FileImport]:
    """Return the latest imports of a member."""
    rows = FileImport.objects.filter(collection__owner=owner).select_related("collection")
    return list(rows.order_by("-id")[:MOST_IMPORTS])


def progress_of(row: FileImport) -> ImportProgress:
    """Return how far an import is."""
    sums = row.files.aggregate(
        files=Count("pk", filter=Q(is_archive=False)),
        done=Count("pk", filter=Q(is_archive=False, state=ImportFile.DONE)),
        stored=Sum("stored"),
        repeated=Sum("repeated"),
        refused=Sum("refused"),
    )
    return ImportProgress(**{name: value or 0 for name, value in sums.items()})


def notable_files(row: FileImport) -> list[ImportFile]:
    """Return the files of an import of which not all matches were stored."""
    files = row.files.filter(Q(refused__gt=0) | Q(repeated__gt=0)).defer("body")
    return list(files.order_by("id")[:MOST_FILES])
