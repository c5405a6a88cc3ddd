"""Public statistics of a member; the page checks whether they may be shown (`profile.privacy`).

The numbers are those of the member's own pages, computed by the same code. All of it is synchronous: ask in a
thread. The templates `zaria/stats/_*.html` show each part.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zaria.club.accounts.models import Member
from zaria.club.statistics import activity, match_list, overview, player_matches, ratings
from zaria.club.statistics.activity import Activity
from zaria.club.statistics.dice import Seen
from zaria.club.statistics.match_list import Page
from zaria.club.statistics.milestones import Milestone, milestones
from zaria.club.statistics.overview import InGame, ResultTally
from zaria.club.statistics.play_quality import PlayQuality, latest_matches, quality_of
from zaria.club.statistics.player_matches import Match
from zaria.club.statistics.ratings import RatingChart, RatingTrend
from zaria.club.statistics.signals import read_sections

FORM = 10
"""Results that make somebody's form."""


class Public(NamedTuple):
    """The numbers of a public page.

    `chart`: the history of one of the ratings; `year`: the days of play; `quality`: what analyses say;
    `form`: the last result first; `between`: the member and the reader, and their `last_meeting` as the
    reader sees it; `sections`: HTML of rooms above; `milestones`: firsts, round numbers and wins in a row.
    """

    ratings: list[RatingTrend]
    chart: RatingChart | None
    year: Activity | None
    quality: PlayQuality
    tally: ResultTally
    games: list[InGame]
    form: Sequence[Match]
    recent: Page[Match]
    between: ResultTally | None
    last_meeting: Match | None
    dice: Seen
    sections: list[str]
    milestones: list[Milestone]


def public(
    member: Member, reader: str = "", page: int = 1, address: Callable[[int], str] = str, rating: str = ""
) -> Public:
    """A member's public statistics for the player `reader`; `address` makes links to their matches.

    `rating` is the game whose history is drawn, if there is one, else it is that of the first rating.
    """
    player, seen = member.player, overview.of(member.player)
    shown = list if reader == player else player_matches.without_pupils
    standings = ratings.standings(member)
    first = standings[0].game if standings else None
    charted = next((standing.game for standing in standings if standing.game == rating), first)
    latest = latest_matches(player)
    met = between(player, reader) if reader and reader != player else None
    return Public(
        ratings=ratings.trends(member, standings),
        chart=None if charted is None else ratings.rating_chart(member, charted),
        year=activity.year_of(player),
        quality=quality_of(latest),
        tally=seen.total,
        games=seen.games,
        form=shown(form_of(latest)),
        recent=match_list.paginate(
            seen.total.played + seen.void,
            page,
            address,
            lambda part: shown(player_matches.newest(player, part)),
        ),
        between=met,
        last_meeting=last_meeting(player, reader) if met else None,
        dice=seen.player_dice,
        sections=read_sections(member, public=True),
        milestones=milestones(seen, latest),
    )


def form_of(latest: Sequence[Match]) -> Sequence[Match]:
    """The matches of a player's form among their latest counted ones, the last one first."""
    return latest[:FORM]


def between(player: str, reader: str) -> ResultTally | None:
    """The results of these two, as `player` sees them; None if there are none."""
    rows = player_matches.between(player, reader).filter(player_matches.COUNTS)
    tally = ResultTally()
    for player0, won in rows.order_by().values_list("player0", "won"):
        tally.add(won, 0 if player0 == player else 1)
    return tally if tally.played else None


def last_meeting(player: str, reader: str) -> Match | None:
    """The last counted match of these two, as `reader` sees it."""
    rows = player_matches.between(player, reader).filter(player_matches.COUNTS)
    return next(iter(player_matches.matches(rows[:1], reader)), None)
