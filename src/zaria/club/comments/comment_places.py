"""The places of comments: each is a page, and has a name that is stored.

`club` is the page about the club, `rules:GAME` the rules of a game, `match:ID` the replay of a finished one.
"""

import re
from typing import Any, NamedTuple

from zaria.club.games.catalogue import TITLES
from zaria.club.matches.results.models import Played
from zaria.club.texts.kinds import TextKind

_PAGES = (
    ("club", re.compile(r"/about()")),
    ("rules", re.compile(r"/rules/([\w-]+)", re.ASCII)),
    ("match", re.compile(r"/t/([-\w]{1,16})/replay", re.ASCII)),
)


class CommentPlace(NamedTuple):
    """A place: its name, the address of its page, the title of that page; the players of a match."""

    name: str
    path: str
    title: Any
    players: tuple[str, ...] = ()


def place_of_path(path: str) -> CommentPlace | None:
    """The place of a page; None for a page without comments. Reads the database for a match."""
    for kind, pattern in _PAGES:
        match = pattern.fullmatch(path)
        if match is not None:
            return find_place(f"{kind}:{match[1]}" if match[1] else kind)
    return None


def may_be_place(path: str) -> bool:
    """True for the path of a page that may have comments; reads nothing."""
    return any(pattern.fullmatch(path) for _kind, pattern in _PAGES)


def path_of(name: str) -> str:
    """The address of the page of a place, "" if no place can have this name; reads nothing."""
    kind, _colon, key = name.partition(":")
    if name == "club":
        return "/about"
    if kind == "rules" and key in TITLES:
        return f"/rules/{key}"
    return f"/t/{key}/replay" if kind == "match" else ""


def find_place(name: str) -> CommentPlace | None:
    """The place of this name; None if there is none. Reads the database for a match."""
    kind, _colon, key = name.partition(":")
    if name == "club":
        return CommentPlace(name, path_of(name), TextKind.ABOUT.label)
    if kind == "rules" and key in TITLES:
        return CommentPlace(name, path_of(name), TITLES[key])
    if kind == "match":
        fields = ("match_id", "name0", "name1", "player0", "player1")
        played = Played.objects.filter(match_id=key[:16]).values_list(*fields).first()
        if played is not None:
            match_id, name0, name1, *players = played
            place_name = f"match:{match_id}"
            return CommentPlace(place_name, path_of(place_name), f"{name0} – {name1}", tuple(players))
    return None
