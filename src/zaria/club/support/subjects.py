"""The subjects of reports: players and what they write, are called, and show.

A subject is named `KIND:KEY`: `player`, `name`, `picture` and `bio` with a login; `line` with
`CONVERSATION:NUMBER`; `comment` with its number; `match`, `tournament`, `federation`, `study`,
`collection`, `group` and `sheet` with what stands in their addresses.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import Member
from zaria.club.comments.comment_places import find_place
from zaria.club.comments.models import Comment
from zaria.club.conversations import queries
from zaria.club.conversations.access import Access, ConversationId
from zaria.club.conversations.models import ConversationKind
from zaria.club.federations.models import Federation
from zaria.club.groups import queries as groups
from zaria.club.library.visibility import collection_for
from zaria.club.matches.results.models import Played
from zaria.club.scribe import queries as sheets
from zaria.club.studies import queries as studies
from zaria.club.tournaments.models import Tournament

AROUND = 5
"""Lines before and after a reported one that are kept with the report."""

KINDS = {
    "player": _("a player"),
    "name": _("a login"),
    "picture": _("a picture"),
    "bio": _("a text on a profile"),
    "line": _("a message"),
    "comment": _("a comment"),
    "match": _("a match"),
    "tournament": _("a tournament"),
    "federation": _("a federation"),
    "study": _("a study"),
    "collection": _("a collection of matches"),
    "sheet": _("a score sheet"),
    "group": _("a group"),
}
MOST = 120
"""Characters of the name of a subject."""


class Seated(NamedTuple):
    """The ids of the players of a match, and whether it is over."""

    players: Collection[str]
    over: bool


SeatedAt = Callable[[str], Seated | None]
"""Finds the players of a match by its id; None: live play does not know it."""


class Subject(NamedTuple):
    """A subject: its name, what it is called, the path of its page ("": none), and whom it concerns.

    `context` is what is stored with a report: `lines` (at in ms, name, text or phrase, `reported`), `text`.
    """

    about: str
    title: str
    path: str
    member: Member | None
    context: dict[str, Any]

    @property
    def kind(self) -> str:
        """The kind, a key of `KINDS`."""
        return self.about.partition(":")[0]


def find_subject(about: str, player: str | None, seated_at: SeatedAt) -> Subject | None:
    """The subject of this name; None if there is none, or `player` may not see it."""
    kind, _colon, key = about.partition(":")
    find = _FINDERS.get(kind)
    return None if find is None or not key or len(about) > MOST else find(key, player, seated_at)


def _player(kind: str) -> Callable[[str, str | None, SeatedAt], Subject | None]:
    def find(key: str, _player: str | None, _seated_at: SeatedAt) -> Subject | None:
        member = Member.objects.by_login(key).filter(is_active=True, since__isnull=False).first()
        if member is None or not {"picture": member.face, "bio": member.bio}.get(kind, True):
            return None
        context = {"text": member.bio} if kind == "bio" else {}
        return Subject(f"{kind}:{member.username}", member.username, f"/@{member.username}", member, context)

    return find


def _comment(key: str, _player: str | None, _seated_at: SeatedAt) -> Subject | None:
    comments = Comment.objects.filter(removed=False).select_related("author")
    comment = comments.filter(pk=int(key)).first() if _is_number(key) else None
    place = find_place(comment.place) if comment is not None else None
    if comment is None or place is None:
        return None
    name, context = comment.author.username, {"text": comment.text}
    return Subject(f"comment:{comment.pk}", name, f"{place.path}#comments", comment.author, context)


def _line(key: str, player: str | None, seated_at: SeatedAt) -> Subject | None:
    conversation, _colon, number = key.rpartition(":")
    if not _is_number(number) or not _may_read(conversation, player, seated_at):
        return None
    lines = queries.context(conversation, int(number), AROUND)
    reported = next((line for line in lines if line.number == int(number) and not line.removed), None)
    if reported is None or reported.author == player:
        return None
    shown = [
        {
            "at": line.at,
            "name": line.name,
            "text": line.text,
            "phrase": line.phrase,
            "reported": line is reported,
        }
        for line in lines
        if not line.removed
    ]
    author = Member.objects.filter(player=reported.author).first() if reported.member else None
    about = f"line:{conversation}:{reported.number}"
    return Subject(about, reported.name, _path_of(conversation), author, {"lines": shown})


def _may_read(conversation: str, player: str | None, seated_at: SeatedAt) -> bool:
    conversation_id = ConversationId.of(conversation)
    if conversation_id is None:
        return False
    if conversation_id.kind == ConversationKind.TABLE:
        return player is not None and player in _seated(conversation_id.key, seated_at).players
    if conversation_id.kind == ConversationKind.ONLOOKERS:
        seated = _seated(conversation_id.key, seated_at)
        return seated.over or player not in seated.players
    return Access(0).allows(conversation, player) is True


def _seated(match_id: str, seated_at: SeatedAt) -> Seated:
    """Live play knows a match that has just ended before its result is stored, the results those of old."""
    seated = seated_at(match_id)
    if seated is None:
        both = Played.objects.filter(match_id=match_id).values_list("player0", "player1").first()
        seated = Seated(both or (), True)
    return seated


def _path_of(conversation: str) -> str:
    """The page of a conversation, as far as others than its members can open one."""
    kind, _colon, key = conversation.partition(":")
    return {"tournament": f"/tournaments/{key}", "federation": f"/f/{key}"}.get(kind, "")


def _match(key: str, _player: str | None, _seated_at: SeatedAt) -> Subject | None:
    played = Played.objects.filter(match_id=key[:16]).first()
    if played is None:
        return None
    title = f"{played.name0} – {played.name1}"
    return Subject(f"match:{played.match_id}", title, f"/t/{played.match_id}/replay", None, {})


def _tournament(key: str, player: str | None, _seated_at: SeatedAt) -> Subject | None:
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or not Access(0).allows(f"tournament:{tournament.pk}", player):
        return None
    director = Member.objects.filter(player=tournament.director).first()
    return Subject(
        f"tournament:{tournament.pk}", tournament.title, f"/tournaments/{tournament.pk}", director, {}
    )


def _federation(key: str, _player: str | None, _seated_at: SeatedAt) -> Subject | None:
    federation = Federation.objects.filter(slug=key).first()
    return (
        None if federation is None else Subject(f"federation:{key}", federation.name, f"/f/{key}", None, {})
    )


def _study(key: str, player: str | None, _seated_at: SeatedAt) -> Subject | None:
    reader = Member.objects.filter(player=player).first() if player is not None else None
    access = studies.access(key, reader)
    if access is None:
        return None
    owner = studies.owner_of(access.study)
    return Subject(f"study:{key}", access.study.title, f"/studies/{key}", owner, {})


def _collection(key: str, player: str | None, _seated_at: SeatedAt) -> Subject | None:
    member = Member.objects.filter(player=player).first() if player else None
    collection = collection_for(key, member)
    if collection is None:
        return None
    path = f"/library/collections/{key}"
    return Subject(f"collection:{key}", collection.title, path, collection.owner, {"text": collection.title})


def _sheet(key: str, _player: str | None, _seated_at: SeatedAt) -> Subject | None:
    access = sheets.linked(key)
    if access is None:
        return None
    row = access.row
    text = " · ".join(filter(None, (str(row), row.event, row.round, row.place)))
    return Subject(f"sheet:{key}", str(row), f"/scribe/with/{key}", row.owner, {"text": text})


def _group(key: str, player: str | None, _seated_at: SeatedAt) -> Subject | None:
    reader = Member.objects.filter(player=player).first() if player else None
    access = groups.access(key, reader) if reader is not None else None
    if access is None:
        return None
    group = access.group
    names = ", ".join(pupil.name for pupil in groups.pupils_of(group) if pupil.name)
    return Subject(f"group:{key}", group.title, f"/groups/{key}/settings", group.teacher, {"text": names})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


_FINDERS: Mapping[str, Callable[[str, str | None, SeatedAt], Subject | None]] = {
    **{kind: _player(kind) for kind in ("player", "name", "picture", "bio")},
    "comment": _comment,
    "line": _line,
    "match": _match,
    "tournament": _tournament,
    "federation": _federation,
    "study": _study,
    "collection": _collection,
    "sheet": _sheet,
    "group": _group,
}
