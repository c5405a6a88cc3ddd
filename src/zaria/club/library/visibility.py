"""Says who may see an imported match: all pages, files and searches ask here."""

from collections.abc import Collection as SizedIterable
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse

from zaria.club.accounts.models import Member
from zaria.club.library.models import IMPORT_PREFIX, Collection, CollectionRole, ImportedMatch
from zaria.club.match_search.queries import MatchSide, PublicMatch
from zaria.club.site.visibility import Visibility

OWNER = "owner"


class Reader(NamedTuple):
    """The reader of the library: their id as a player, and their number as a member (0: a guest)."""

    player: str = ""
    member: int = 0


def reader_of(member: Member | None, player: str = "") -> Reader:
    """Return the reader who is this member, or the guest with this id."""
    return Reader(player) if member is None else Reader(member.player, member.pk)


def collection_for(key: str, member: Member | None) -> Collection | None:
    """Return the collection of an address if this visitor may see it."""
    collection = Collection.objects.select_related("owner").filter(key=key).first()
    if collection is None or not _may_open(collection, member):
        return None
    return collection


def match_for(key: str, member: Member | None) -> ImportedMatch | None:
    """Return the match of an address if this visitor may see it."""
    matches = ImportedMatch.objects.select_related("collection", "owner").filter(key=key)
    match = matches.first()
    return match if match is not None and _may_open(match.collection, member) else None


def visible_imports(
    match_ids: SizedIterable[str], reader: Reader, *, own_only: bool = False
) -> dict[str, PublicMatch]:
    """Return those of these imported matches that a reader finds: public ones, and their own."""
    keys = [match_id[1:] for match_id in match_ids if match_id.startswith(IMPORT_PREFIX)]
    if not keys:
        return {}
    is_own = Q(owner=reader.member or None, owner__isnull=False)
    is_shared = Q(collection__in=shared_collections(reader.member))
    is_visible = is_own if own_only else is_own | is_shared | Q(collection__visibility=Visibility.PUBLIC)
    matches = ImportedMatch.objects.filter(is_visible, key__in=keys).defer("record")
    return {match.match_id: listed(match) for match in matches}


def listed(match: ImportedMatch) -> PublicMatch:
    """Return an imported match as a list of matches shows it: names without pages."""
    first, second = (
        MatchSide(name, "", match.won == side) for side, name in enumerate((match.name0, match.name1))
    )
    return PublicMatch(
        id=match.match_id,
        game=match.game,
        sides=(first, second),
        score=(match.score0, match.score1),
        length=match.length,
        how="",
        rated=False,
        opening="",
        ended=match.played_at or match.added_at,
    )


def replay_address(match_id: str) -> str:
    """Return the address of the replay of a match, of this club or imported."""
    if match_id.startswith(IMPORT_PREFIX):
        return reverse("imported_replay", args=[match_id.removeprefix(IMPORT_PREFIX)])
    return reverse("replay", args=[match_id])


def shared_collections(member: int) -> QuerySet[Collection]:
    """Return the collections that others share with the member of this number; 0: a guest, who has none."""
    return Collection.objects.filter(people__member=member or None)


def role_in(collection: Collection, member: Member | None) -> str:
    """Return "owner", a `CollectionRole`, or "" for a visitor who has no part in a collection."""
    if member is None:
        return ""
    if collection.owner_id == member.pk:
        return OWNER
    return collection.people.filter(member=member).values_list("role", flat=True).first() or ""


def may_write(role: str) -> bool:
    """Return whether members with a role may import and tag matches."""
    return role in (OWNER, CollectionRole.WRITER)


def _may_open(collection: Collection, member: Member | None) -> bool:
    """Return whether a visitor who has the address may see a collection."""
    return collection.visibility != Visibility.PRIVATE or role_in(collection, member) != ""
