"""A tournament as FIDE's tournament report (TRF16, handbook C.04.A2), which pairing programs read.

It has the finished rounds. Below them a line `XXR` has the number of rounds, as JaVaFo reads it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec

from zaria import games
from zaria.tournaments.field import WIN
from zaria.tournaments.state import TournamentState

MOST_PLAYERS, MOST_RATING, MOST_NAME = 9999, 9999, 33
"""The limits of the columns."""


def has_report(tournament: TournamentState) -> bool:
    """Return whether there is a report: of draughts and chess, after the start, with py4swiss installed."""
    terms = tournament.terms
    return (
        games.get(terms.match.game).is_board
        and bool(terms.info.report_type)
        and 0 < len(tournament.field.entrants) <= MOST_PLAYERS
        and find_spec("py4swiss") is not None
    )


def report(tournament: TournamentState, names: Mapping[str, str], ended_at: int | None = None) -> str:
    """Return the report of a tournament that `has_report`; `ended_at` in ms."""
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, TournamentSection, XSection

    from zaria.tournaments.formats.dutch_pairs import POINT_TIMES_TEN, numbers, results_of

    terms, field = tournament.terms, tournament.field
    results, number = results_of(field), numbers(field)
    place = {line.player: rank for rank, line in enumerate(terms.rules.standings(field), start=1)}
    rounds = terms.rounds if "rounds" in terms.info.settings else len(field.rounds)
    head = TournamentSection(
        tournament_name=_line(terms.title) or terms.match.game,
        date_of_start=_date(terms.starts_at),
        date_of_end=None if ended_at is None else _date(ended_at),
        number_of_players=str(len(field.entrants)),
        number_of_rated_players=str(sum(rating > 0 for rating in tournament.ratings.values())),
        type_of_tournament=terms.info.report_type,
    )
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number[player],
            name=_line(names.get(player, ""))[:MOST_NAME],
            fide_rating=min(tournament.ratings.get(player, 0), MOST_RATING),
            points_times_ten=field.points.get(player, 0) * POINT_TIMES_TEN // WIN,
            rank=place[player],
            results=results[player],
        )
        for player in field.entrants
    ]
    lines = [
        *head.to_strings(),
        *(section.to_string() for section in players),
        *XSection(number_of_rounds=max(rounds, len(field.rounds), 1)).to_strings(),
    ]
    return "".join(f"{line}\n" for line in lines)


def _line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y/%m/%d}"
