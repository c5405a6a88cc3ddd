"""What the public page of a member shows, read from what was played (`Played`) and from the ratings.

All of it is synchronous: ask in a thread.
"""

from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.functional import Promise

from zaria.club.games import TITLES
from zaria.club.members.models import Member
from zaria.club.ratings.models import OVERALL, Standing
from zaria.club.results.models import Played

PAGE = 20
"""Games of a page."""
FORM = 10
"""Results that make somebody's form."""
DICE = 500
"""Matches of which the dice are counted."""


class Rated(NamedTuple):
    """A rating; `title` is None for the one over all games."""

    title: str | Promise | None
    rating: int
    played: int


class Game(NamedTuple):
    """A match as one of its players sees it; `result` is "won", "lost", "drawn" or "void"."""

    id: str
    title: str | Promise
    opponent: str
    member: bool
    computer: bool
    result: str
    score: tuple[int, int]
    length: int
    rated: bool
    ended: int


class Tally(NamedTuple):
    """Matches that count, by their results."""

    won: int
    lost: int
    drawn: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost + self.drawn


class Dice(NamedTuple):
    """What fell to somebody: how often each face, each with its share of all in percent, and rolls."""

    faces: list[tuple[int, int, int]]
    rolls: int
    doublets: int

    @property
    def doublet_share(self) -> int:
        """Doublets among the rolls, in percent; fair dice give 17."""
        return round(100 * self.doublets / self.rolls) if self.rolls else 0


class Shown(NamedTuple):
    """The numbers of a public page."""

    ratings: list[Rated]
    tally: Tally
    form: list[Game]
    games: list[Game]
    pages: int
    between: Tally | None
    dice: Dice | None


def of(member: Member, page: int, reader: str) -> Shown:
    """What is shown of a member to who plays under the id `reader` ("" for nobody); `page` from 1."""
    mine = _by(member.player)
    counted = mine.filter(void=False, voided=False)
    listed = [_seen(row, member.player) for row in mine[(page - 1) * PAGE : page * PAGE]]
    met = bool(reader) and reader != member.player
    return Shown(
        ratings=_ratings(member),
        tally=_tally(counted, member.player),
        form=[_seen(row, member.player) for row in counted[:FORM]],
        games=listed,
        pages=max(1, -(-mine.count() // PAGE)),
        between=_tally(counted & _by(reader), member.player) if met else None,
        dice=_dice(mine, member.player),
    )


def _by(player: str) -> QuerySet[Played]:
    return Played.objects.filter(Q(player0=player) | Q(player1=player)).order_by("-ended", "-match_id")


def _ratings(member: Member) -> list[Rated]:
    found = Standing.objects.filter(member=member, played__gt=0).order_by("-played", "game")
    rows = [
        Rated(None if row.game == OVERALL else TITLES.get(row.game, row.game), round(row.rating), row.played)
        for row in found
    ]
    return sorted(rows, key=lambda row: row.title is not None)


def _seen(row: Played, player: str) -> Game:
    side = 0 if row.player0 == player else 1
    names, bots, members = (row.name0, row.name1), (row.bot0, row.bot1), (row.member0, row.member1)
    scores = row.score0, row.score1
    if row.void or row.voided:
        result = "void"
    else:
        result = "drawn" if row.won is None else "won" if row.won == side else "lost"
    return Game(
        id=row.match_id,
        title=TITLES.get(row.game, row.game),
        opponent=names[1 - side],
        member=members[1 - side],
        computer=bool(bots[1 - side]) and not members[1 - side],
        result=result,
        score=(scores[side], scores[1 - side]),
        length=row.length,
        rated=row.rated,
        ended=row.ended,
    )


def _tally(rows: QuerySet[Played], player: str) -> Tally:
    won = rows.filter(Q(player0=player, won=0) | Q(player1=player, won=1)).count()
    drawn = rows.filter(won=None).count()
    return Tally(won, rows.count() - won - drawn, drawn)


def _dice(rows: QuerySet[Played], player: str) -> Dice | None:
    """Of the last matches with dice; None if there are none."""
    counts = [0] * 8
    fell: Any
    for player0, dice0, dice1 in rows.values_list("player0", "dice0", "dice1")[:DICE]:
        fell = dice0 if player0 == player else dice1
        if len(fell) == len(counts):
            counts = [a + b for a, b in zip(counts, fell, strict=True)]
    thrown = sum(counts[:6])
    if not thrown:
        return None
    faces = [(n + 1, count, round(100 * count / thrown)) for n, count in enumerate(counts[:6])]
    return Dice(faces, counts[6], counts[7])
