"""All of somebody's matches counted: by game and colour, by opponent, and what the dice showed.

Two queries, whatever their number (`aggregates`); what is void counts nowhere but among the dice, which fell
whether or not somebody liked the match.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Count, Min, Q
from django.utils.functional import Promise

from zaria.club.games.catalogue import TITLES
from zaria.club.games.glossary.notes import win_term
from zaria.club.matches.results.models import Played
from zaria.club.site.i18n import word
from zaria.club.statistics import player_matches
from zaria.club.statistics.aggregates import Joined, lists
from zaria.club.statistics.dice import Seen, added, seen
from zaria.club.statistics.player_matches import KINDS, Kind

SINGLE = "single"
"""The win that has no name of its own."""


@dataclass
class ResultTally:
    """Numbers of wins, draws and losses."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def add(self, won: int | None, side: int, times: int = 1) -> None:
        """Some more that `won` has won (None: nobody), seen from `side`."""
        if won is None:
            self.drawn += times
        elif won == side:
            self.won += times
        else:
            self.lost += times


@dataclass
class Firsts:
    """The moments of a player's firsts, in ms since the epoch; None, or missing, for what they never did.

    `levels`: the first win against each program of the club, training apart.
    """

    match: int | None = None
    win: int | None = None
    tournament: int | None = None
    levels: dict[str, int] = field(default_factory=dict)

    def add(self, first: int, first_in_tournament: int | None, beaten: str | None) -> None:
        """Matches of which these are the first; `beaten` is the program that lost them, None: no win."""
        self.match = _earlier(self.match, first)
        self.tournament = _earlier(self.tournament, first_in_tournament)
        if beaten is None:
            return
        self.win = _earlier(self.win, first)
        if beaten:
            self.levels[beaten] = min(first, self.levels.get(beaten, first))


def _earlier(first: int | None, second: int | None) -> int | None:
    """Return the earlier of two moments, either of which may be missing."""
    return min((moment for moment in (first, second) if moment is not None), default=None)


@dataclass
class InGame:
    """A player's results in one game: matches, single games in them, those by colour, and their kinds."""

    game: str
    matches: ResultTally = field(default_factory=ResultTally)
    games: ResultTally = field(default_factory=ResultTally)
    sides: tuple[ResultTally, ResultTally] = field(default_factory=lambda: (ResultTally(), ResultTally()))
    kinds: dict[str, ResultTally] = field(default_factory=dict)

    @property
    def title(self) -> str | Promise:
        """The name of the game."""
        return player_matches.title(self.game)

    @property
    def several(self) -> bool:
        """True if there were matches of more than one game."""
        return self.games.played != self.matches.played

    @property
    def colours(self) -> list[tuple[str, ResultTally]]:
        """The single games by the colour of the player's checkers."""
        return [(word("light"), self.sides[0]), (word("dark"), self.sides[1])]

    @property
    def named(self) -> list[tuple[str, str, ResultTally]]:
        """Wins that have a name (mars, koks): key in the glossary, name, tally for and against the player."""
        kinds = sorted(self.kinds.items(), key=_by_worth)
        return [(win_term(kind, self.game), word(kind, self.game), tally) for kind, tally in kinds]


class Overview(NamedTuple):
    """All that somebody has played."""

    total: ResultTally
    games: list[InGame]
    against: list[tuple[Kind, Any, ResultTally]]
    player_dice: Seen
    opponent_dice: Seen
    void: int
    firsts: Firsts

    @property
    def anything(self) -> bool:
        """True if there is anything to show."""
        return bool(self.total.played or self.void)

    @property
    def dice(self) -> bool:
        """True if any dice fell."""
        return bool(self.player_dice.thrown or self.opponent_dice.thrown)


def of(player: str) -> Overview:
    """The overview of who plays under this id."""
    total, void = ResultTally(), 0
    games: dict[str, InGame] = {}
    against: dict[Kind, ResultTally] = {}
    firsts = Firsts()
    fell: tuple[list[list[int]], list[list[int]]] = [], []
    for side in (0, 1):
        groups = _groups(player, side)
        for game, won, member, bot, is_void, is_voided, is_training, n, *columns in groups:
            first, first_in_tournament, single, player_dice, opponent_dice = columns
            fell[0].append(added(lists(player_dice)))
            fell[1].append(added(lists(opponent_dice)))
            if is_void or is_voided:
                void += n
                continue
            beaten = "" if member or is_training else bot
            firsts.add(first, first_in_tournament, beaten if won == side else None)
            total.add(won, side, n)
            against.setdefault(player_matches.kind_of(member=member, bot=bot), ResultTally()).add(
                won, side, n
            )
            _count(games.setdefault(game, InGame(game)), side, won, n, lists(single))
    return Overview(
        total=total,
        games=sorted(games.values(), key=lambda entry: (-entry.matches.played, _place(entry.game))),
        against=[(kind, text, against[kind]) for kind, text in KINDS.items() if kind in against],
        player_dice=seen(added(fell[0])),
        opponent_dice=seen(added(fell[1])),
        void=void,
        firsts=firsts,
    )


def _groups(player: str, side: int) -> Iterable[tuple[Any, ...]]:
    """The player's matches on one side, grouped by equal results."""
    opponent_side = 1 - side
    rows = Played.objects.filter((f"player{side}", player)).order_by()
    opponent = (f"member{opponent_side}", f"bot{opponent_side}")
    alike = rows.values_list("game", "won", *opponent, "void", "voided", "training")
    return alike.annotate(
        n=Count("match_id"),
        first=Min("ended"),
        first_in_tournament=Min("ended", filter=~Q(tournament="")),
        single=Joined("games"),
        player_dice=Joined(f"dice{side}"),
        opponent_dice=Joined(f"dice{opponent_side}"),
    )


def _count(
    into: InGame, side: int, won: int | None, matches: int, games: Iterable[Sequence[Sequence[Any]]]
) -> None:
    """Matches that are alike, and the single games of all of them."""
    into.matches.add(won, side, matches)
    singles = Counter((game[0], game[2]) for match in games for game in match)
    for (winner, kind), times in singles.items():
        if winner is None and kind != "draw":  # stuck, or nobody's: played again
            continue
        into.games.add(winner, side, times)
        into.sides[side].add(winner, side, times)
        if kind not in ("", SINGLE, "draw"):
            into.kinds.setdefault(kind, ResultTally()).add(winner, side, times)


def _place(game: str) -> int:
    return list(TITLES).index(game) if game in TITLES else len(TITLES)


def _by_worth(entry: tuple[str, ResultTally]) -> int:
    order = ("mars", "home_mars", "koks")
    return order.index(entry[0]) if entry[0] in order else len(order)
