"""Matches as one of their players sees them: `Played` has two sides, and the player is on either.

All that stands twice there is asked for here by "mine" and "theirs".
"""

from collections.abc import Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, Literal, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import LOGIN, Member
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.results.models import Played

Result = Literal["won", "drawn", "lost", "void"]
Kind = Literal["member", "guest", "computer", "robot"]

RESULTS: dict[Result, Any] = {
    "won": _("Won"),
    "drawn": _("Drawn"),
    "lost": _("Lost"),
    "void": _("Doesn't count"),
}
KINDS: dict[Kind, Any] = {
    "member": _("Members"),
    "guest": _("Guests"),
    "computer": _("The computer"),
    "robot": _("Bots"),
}
"""Kinds of opponents."""

COUNTS = Q(void=False, voided=False)
EVERY = Q()


class Match(NamedTuple):
    """A match as one of its players sees it, with their points first in `score`; `ended` in ms.

    `program` is the name of the program opposite, if one was. `early`: it ended before enough turns, so that
    its winner gains little. `tournament`: the id of the one that it belongs to, or "". `by_day`: it had a
    clock by the day.
    """

    id: str
    game: str
    side: int
    opponent: str
    kind: Kind
    result: Result
    score: tuple[int, int]
    length: int
    how: str
    rated: bool
    ended: int
    program: str = ""
    training: bool = False
    early: bool = False
    tournament: str = ""
    by_day: bool = False

    @property
    def called(self) -> str:
        """The opponent's name on a page; one of the club's programs is called by its level."""
        return programs.name(self.program) if self.kind == "computer" else self.opponent

    @property
    def title(self) -> str | Promise:
        """The name of the game."""
        return title(self.game)

    @property
    def page(self) -> str:
        """The opponent's login, if there is a page: a deleted account has a name like a guest's."""
        has = self.kind in ("member", "robot") and LOGIN.fullmatch(self.opponent)
        return self.opponent if has else ""


_COLUMNS = (
    "match_id", "game", "player0", "name0", "name1", "member0", "member1", "bot0", "bot1", "won",
    "score0", "score1", "length", "how", "rated", "void", "voided", "ended",
    "training", "early", "tournament", "speed",
)  # fmt: skip


def title(game: str) -> str | Promise:
    """The name of a game, or its id where it has none any more."""
    text: str | Promise = TITLES.get(game, game)
    return text


def of(player: str, side: int | None = None) -> QuerySet[Played]:
    """The matches of the player with this id, on that side or on both, the last first."""
    at = (0, 1) if side is None else (side,)
    by_player = reduce(or_, (Q((f"player{side}", player)) for side in at))
    return Played.objects.filter(by_player).order_by("-ended", "-match_id")


def newest(player: str, part: slice, matching: Q = EVERY) -> list[Match]:
    """A part of the player's matches, the last first, as the player sees them.

    Those of either side come in order from their own index: together, all would be sorted for each page.
    """
    sides = (of(player, side).filter(matching).values_list("ended", "match_id") for side in (0, 1))
    keys = sorted(chain.from_iterable(rows[: part.stop] for rows in sides), reverse=True)
    wanted = [match_id for _, match_id in keys[part]]
    return matches(Played.objects.filter(pk__in=wanted).order_by("-ended", "-match_id"), player)


def between(player: str, opponent: str) -> QuerySet[Played]:
    """The matches of two players with each other, the last first."""
    both = Q(player0=player, player1=opponent) | Q(player0=opponent, player1=player)
    return Played.objects.filter(both).order_by("-ended", "-match_id")


def matches(rows: QuerySet[Played], player: str) -> list[Match]:
    """The player's rows (few), as the player sees them."""
    return [_match(row, player) for row in rows.only(*_COLUMNS)]


def without_pupils(rows: Sequence[Match]) -> list[Match]:
    """Return matches as strangers see them: without the logins of opponents with a pupil account."""
    logins = {match.page for match in rows} - {""}
    pupils = set(
        Member.objects.filter(username__in=logins, is_pupil=True).values_list("username", flat=True)
        if logins
        else ()
    )
    return [match._replace(opponent=str(_("A pupil"))) if match.page in pupils else match for match in rows]


def by_result(player: str, result: Result) -> Q:
    """Matches with that result for the player."""
    match result:
        case "void":
            return Q(void=True) | Q(voided=True)
        case "drawn":
            return COUNTS & Q(won=None)
    winner_as_first, winner_as_second = (0, 1) if result == "won" else (1, 0)
    return COUNTS & (Q(player0=player, won=winner_as_first) | Q(player1=player, won=winner_as_second))


def by_program(player: str, program: str) -> Q:
    """Matches against that program of the club."""
    return Q(player0=player, bot1=program) | Q(player1=player, bot0=program)


def by_kind(player: str, kind: Kind) -> Q:
    """Matches against opponents of that kind."""
    return _opponent(player, 1, kind) | _opponent(player, 0, kind)


def kind_of(*, member: bool, bot: str) -> Kind:
    """The kind of the opponent, by the columns of `Played`."""
    if bot:
        return "robot" if member else "computer"
    return "member" if member else "guest"


def result_of(won: int | None, side: int, *, void: bool) -> Result:
    """Result of a match for one of its sides."""
    if void:
        return "void"
    return "drawn" if won is None else "won" if won == side else "lost"


def _opponent(player: str, side: int, kind: Kind) -> Q:
    condition = Q((f"player{1 - side}", player), (f"member{side}", kind in ("member", "robot")))
    programs = ~Q((f"bot{side}", "")) if kind in ("computer", "robot") else Q((f"bot{side}", ""))
    return condition & programs


def _match(row: Played, player: str) -> Match:
    side = 0 if row.player0 == player else 1
    members, bots = (row.member0, row.member1), (row.bot0, row.bot1)
    names, scores = (row.name0, row.name1), (row.score0, row.score1)
    return Match(
        id=row.match_id,
        game=row.game,
        side=side,
        opponent=names[1 - side],
        kind=kind_of(member=members[1 - side], bot=bots[1 - side]),
        result=result_of(row.won, side, void=row.void or row.voided),
        score=(scores[side], scores[1 - side]),
        length=row.length,
        how=row.how,
        rated=row.rated,
        ended=row.ended,
        program=bots[1 - side],
        training=row.training,
        early=row.early,
        tournament=row.tournament,
        by_day=row.speed == "days",
    )
