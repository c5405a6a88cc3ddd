"""Finds imported matches by player, event, game, day and result over all collections that a reader may see.

Public matches come from the index of one of the words that are searched for, the rarest of those looked at:
`READ` of them at most for a page, so a page may be short, and the next one goes on behind the last row. A
reader's own matches, a few thousand, are read by their owner.
"""

import heapq
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Q, QuerySet

from zaria.club.library.match_words import ALL, EVENT, GAME, PLAYERS, has_words, words_of
from zaria.club.library.models import ImportedMatch, PublicMatchWord
from zaria.club.library.queries import Scope
from zaria.club.library.visibility import shared_collections
from zaria.club.match_search.queries import Result
from zaria.club.statistics.player_matches import result_of

PAGE = 25
"""Matches of a page."""
READ = 500
"""Matches that are read for a page."""
MOST_WORDS = 4
"""Words of the terms that are looked up."""
MOST_ENDINGS = 8
"""Stored words that begin with a word of the terms."""


class MatchTerms(NamedTuple):
    """The terms of a search; empty ones do not matter.

    `player` and `event` are beginnings of words, `result` is that of `player`; the match was played from
    `since` on and before `until` (ms).
    """

    player: str = ""
    event: str = ""
    game: str = ""
    result: Result = ""
    since: int | None = None
    until: int | None = None

    @property
    def words(self) -> list[tuple[int, str]]:
        """The words to look up, with their places."""
        words = [(PLAYERS, word) for word in words_of(self.player)] + [
            (EVENT, word) for word in words_of(self.event)
        ]
        return words[:MOST_WORDS] or [(GAME, self.game) if self.game else (ALL, "")]

    def fits(self, match: ImportedMatch) -> bool:
        """Return whether a match is searched for."""
        return (
            self.game in ("", match.game)
            and has_words(match.event, words_of(self.event))
            and (self.since is None or match.played_at >= self.since)
            and (self.until is None or 0 < match.played_at < self.until)
            and self._player_fits(match)
        )

    def _player_fits(self, match: ImportedMatch) -> bool:
        words = words_of(self.player)
        sides = [side for side, name in enumerate(match.searched_names) if has_words(name, words)]
        if not self.result:
            return bool(sides)
        return any(result_of(match.won, side, void=False) == self.result for side in sides)


class MatchPlaceInList(NamedTuple):
    """The place of a match in the list: the day of play (ms) and the number, the latest first."""

    day: int
    number: int

    @property
    def text(self) -> str:
        """The place as an address has it."""
        return f"{self.day}-{self.number}"


class ListedMatches(NamedTuple):
    """A page of matches, the latest day of play first.

    `older` is the place behind which the next page begins, None on the last. `cut`: the bound was reached.
    """

    matches: Sequence[ImportedMatch]
    older: MatchPlaceInList | None = None
    cut: bool = False


def find_matches(
    terms: MatchTerms, reader: int, scope: Scope = "all", after: MatchPlaceInList | None = None
) -> ListedMatches:
    """Return the page of the matches behind `after`; `reader` is the number of a member, 0 for a guest."""
    with_own = bool(reader) and scope in ("all", "own")
    owned = _own_matches(terms, reader, after, with_shared=scope == "all") if with_own else []
    keys = _public_keys(terms, after) if scope in ("all", "public") else []
    public = ImportedMatch.objects.filter(pk__in=[key.number for key in keys])
    public = public.exclude(pk__in=[match.pk for match in owned])
    is_cut = len(keys) == READ
    matches = sorted([*owned, *_fitting(public, terms)], key=_place, reverse=True)
    if is_cut:  # own matches behind the last one that was read belong to a later page
        matches = [match for match in matches if _place(match) >= keys[-1]]
    if len(matches) > PAGE:
        return ListedMatches(matches[:PAGE], _place(matches[PAGE - 1]))
    return ListedMatches(matches, keys[-1], cut=True) if is_cut else ListedMatches(matches)


def _own_matches(
    terms: MatchTerms, reader: int, after: MatchPlaceInList | None, *, with_shared: bool
) -> list[ImportedMatch]:
    """The matches of a reader's own collections, and of those that others share with them."""
    is_theirs = Q(owner=reader)
    if with_shared:
        is_theirs |= Q(collection__in=shared_collections(reader))
    return _fitting(ImportedMatch.objects.filter(_beyond("played_at", "pk", after), is_theirs), terms)


def _fitting(matches: "QuerySet[ImportedMatch]", terms: MatchTerms) -> list[ImportedMatch]:
    """The matches that are searched for."""
    rows = (
        matches.defer("record")
        .select_related("collection")
        .prefetch_related("tags", "collection__name_links__member")
    )
    return [match for match in rows if terms.fits(match)]


def _place(match: ImportedMatch) -> MatchPlaceInList:
    return MatchPlaceInList(match.played_at, match.pk)


def _beyond(day: str, number: str, after: MatchPlaceInList | None) -> Q:
    if after is None:
        return Q()
    older = Q(**{f"{day}__lt": after.day}) | Q(**{f"{number}__lt": after.number})
    return Q(**{f"{day}__lte": after.day}) & older


def _public_keys(terms: MatchTerms, after: MatchPlaceInList | None) -> list[MatchPlaceInList]:
    """The places of the latest public matches of the rarest word, `READ` at most."""
    rarest: list[MatchPlaceInList] | None = None
    for place, word in terms.words:
        keys = _keys_of(place, word, terms, after)
        if rarest is None or len(keys) < len(rarest):
            rarest = keys
    return rarest or []


def _keys_of(
    place: int, word: str, terms: MatchTerms, after: MatchPlaceInList | None
) -> list[MatchPlaceInList]:
    """The places of the latest public matches with a word that begins so."""
    period = Q()
    if terms.since is not None:
        period &= Q(day__gte=terms.since)
    if terms.until is not None:
        period &= Q(day__gt=0, day__lt=terms.until)
    endings = _endings(place, word) if place in (PLAYERS, EVENT) else [word.encode()]
    lists = []
    for ending in endings:
        rows = PublicMatchWord.objects.filter(
            period, _beyond("day", "match_id", after), place=place, word=ending
        )
        keys = rows.order_by("-day", "-match_id").values_list("day", "match_id")[:READ]
        lists.append([MatchPlaceInList(*key) for key in keys])
    merged = heapq.merge(*lists, reverse=True)
    return list(dict.fromkeys(merged))[:READ]


def _endings(place: int, beginning: str) -> Iterator[bytes]:
    """The first stored words that begin so, each found by one step in the index."""
    first = beginning.encode()
    words = PublicMatchWord.objects.filter(place=place).order_by("word").values_list("word", flat=True)
    stored = words.filter(word__gte=first).first()
    for _number in range(MOST_ENDINGS):
        if stored is None or not bytes(stored).startswith(first):
            return
        yield bytes(stored)
        stored = words.filter(word__gt=bytes(stored)).first()
