"""Names in collections that stand for members, each by the consent of its member.

A writer of a collection suggests that a name is a member's. Until the member accepts, and after a refusal,
nothing shows it but "not linked". Both can end it at any time. Each act is one transaction.
"""

from django.db import transaction
from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.library import match_words
from zaria.club.library.actions import LibraryRefusedError, person_named
from zaria.club.library.models import Collection, ImportedMatch, NameLink, NameLinkState
from zaria.club.library.notice_kinds import COLLECTION_NAME, NameBody
from zaria.club.notifications.actions import notify

MOST_LINKS = 50
"""Names of a collection for which a member was suggested."""
PAGE = "/library/names"
"""The page on which members answer."""


@transaction.atomic
def suggest(collection: Collection, writer: Member, name: str, login: str) -> None:
    """Ask a member whether a name is theirs; a name of the writer's own is linked at once.

    Raises `LibraryRefusedError` (no_name, no_member, apart, too_many_names).
    """
    Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    if not collection.matches.filter(Q(name0=name) | Q(name1=name)).exists():
        raise LibraryRefusedError("no_name")
    member = person_named(login, writer)
    links = NameLink.objects.filter(collection=collection)
    earlier = links.filter(name=name).first()
    if earlier is not None and earlier.member_id == member.pk:
        return
    if links.exclude(name=name).count() >= MOST_LINKS:
        raise LibraryRefusedError("too_many_names")
    if earlier is not None:
        _end(earlier)
    link = NameLink.objects.create(collection=collection, name=name, member=member)
    if member.pk == writer.pk:
        answer(member, link.pk, accepts=True)
        return
    body = NameBody(name=writer.username, player=name, title=collection.title, path=PAGE)
    key = f"collection_name:{collection.pk}:{member.pk}:{name}"
    notify([member.pk], COLLECTION_NAME, body, key=key[:100], sender=writer.player)


@transaction.atomic
def answer(member: Member, link_id: int, *, accepts: bool) -> None:
    """Accept or refuse a suggestion, or withdraw an earlier consent."""
    link = NameLink.objects.select_related("collection").filter(pk=link_id, member=member).first()
    if link is None:
        return
    state = NameLinkState.ACCEPTED if accepts else NameLinkState.REFUSED
    if link.state != state:
        link.state = state
        link.save(update_fields=["state"])
        _follow(link.collection)


@transaction.atomic
def end(collection: Collection, link_id: int) -> None:
    """End a link or a suggestion of a collection."""
    link = NameLink.objects.filter(pk=link_id, collection=collection).first()
    if link is not None:
        _end(link)


@transaction.atomic
def forget(member: Member) -> None:
    """End all links of a member."""
    for link in NameLink.objects.filter(member=member).select_related("collection"):
        _end(link)


def links_of(collection: Collection) -> list[NameLink]:
    """Return the names of a collection for which a member was suggested."""
    return list(collection.name_links.select_related("member").order_by("name"))


def links_to(member: Member) -> list[NameLink]:
    """Return the suggestions that a member may answer, and the links that they accepted, latest first."""
    links = NameLink.objects.filter(member=member).exclude(state=NameLinkState.REFUSED)
    return list(links.select_related("collection", "collection__owner").order_by("-id"))


def linked_sides(match: ImportedMatch) -> list[NameLink]:
    """Return the links of the players of a match, in the order of the sides."""
    names = (match.name0, match.name1)
    links = NameLink.objects.filter(
        collection=match.collection_id, name__in=names, state=NameLinkState.ACCEPTED, member__is_active=True
    )
    return sorted(links.select_related("member"), key=lambda link: names.index(link.name))


def _end(link: NameLink) -> None:
    link.delete()
    if link.state == NameLinkState.ACCEPTED:
        _follow(link.collection)


def _follow(collection: Collection) -> None:
    """Let the search for matches find what it may."""
    if collection.is_public:
        match_words.follow(collection)
