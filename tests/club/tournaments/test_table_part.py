"""The tournament of a match, as its table shows it."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.support.club.tournament_play import begun, play, waiting
from tests.support.club.tournament_terms import entered
from zaria.club.site.clock import HOUR_MS, now_ms
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.pages import table_part
from zaria.live.sockets.protocol.tournament import PodiumPlace, TableTournament
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import LOSS, WIN, Result


@pytest.fixture(autouse=True)
def _english(transactional_db: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def shown(pairing: Pairing, reader: str) -> TableTournament:
    """The tournament at the table of a pairing, for a reader."""
    part = table_part.find(str(pairing.match_id), reader)
    assert part is not None
    return part


def pairings(row: Tournament, number: int) -> list[Pairing]:
    """The pairings of a round."""
    return list(Pairing.objects.filter(tournament=row, number=number).order_by("place"))


def test_a_table_of_no_tournament_shows_none() -> None:
    assert table_part.find("none", "anybody") is None


def test_a_running_match_names_its_round() -> None:
    row, _members = begun(8, title="Friday eight")
    names = []
    for number in (1, 2, 3):
        pairing = waiting(row)[0]
        assert shown(pairing, pairing.player0) == shown(pairing, "a stranger")
        part = shown(pairing, pairing.player0)
        assert (part.id, part.title, part.standing) == (row.pk, "Friday eight", "")
        names.append(part.round)
        row = play(row, 1)
        assert row.round == min(number + 1, 3)
    assert names == ["Quarter-final", "Semi-final", "Final"]


@pytest.mark.parametrize(("format_", "name"), [("swiss", "Round 1"), ("arena", ""), ("double", "Winners")])
def test_other_formats_name_their_rounds(format_: str, name: str) -> None:
    row, _members = begun(4, format_, round_ms=HOUR_MS if format_ == "arena" else 0)
    if format_ == "arena":
        actions.execute(row.pk, cmd.Pair())
    assert shown(waiting(row)[0], "").round.startswith(name)
    assert bool(shown(waiting(row)[0], "").round) == bool(name)


def test_losers_read_their_places_and_the_champion_the_podium() -> None:
    row, _members = begun(4, title="Friday eight", bonus=80_00)
    row = play(row, 1)
    semis = pairings(row, 1)
    assert [shown(pairing, pairing.player1).standing for pairing in semis] == ["Places 3–4"] * 2
    assert [shown(pairing, pairing.player0).standing for pairing in semis] == ["Places 1–2"] * 2
    row = play(row)
    (final,) = pairings(row, 2)
    part = shown(final, final.player0)
    assert (part.standing, part.won, part.prize) == ("Place 1", True, "80.00\xa0credits")
    assert [place.place for place in part.podium] == [1, 2, 3]
    assert not shown(final, final.player1).won
    semi = next(pairing for pairing in semis if pairing.player0 == final.player0)
    assert not shown(semi, final.player0).won, "the last match alone is the champion's"
    stranger = shown(final, "a stranger")
    assert (stranger.standing, stranger.prize, stranger.podium) == ("", "", part.podium)
    assert isinstance(part.podium[0], PodiumPlace)


def test_the_next_tournament_is_one_that_the_player_can_enter() -> None:
    row, members = begun(2)
    row = play(row)
    (final,) = pairings(row, 1)
    assert shown(final, final.player0).next is None
    soon = now_ms() + HOUR_MS
    entered(0, title="By code", access="code", starts_at=soon)
    entered(0, title="Private", private=True, starts_at=soon)
    later, _none = entered(0, title="Sunday cup", starts_at=soon)
    following = shown(final, final.player0).next
    assert following is not None
    assert (following.id, following.title) == (later.pk, "Sunday cup")
    winner = next(member for member in members if member.player == final.player0)
    actions.enter(later.pk, winner)
    assert shown(final, final.player0).next is None
    assert shown(final, final.player1).next is not None


def test_a_decision_names_its_reason() -> None:
    row, _members = begun(4)
    semi, other_semi = pairings(row, 1)
    result = Result((WIN, LOSS), played=False)
    actions.execute(row.pk, cmd.Adjudicate(1, semi.place, result, "director", "Left at ten"))
    semi.refresh_from_db()
    won = semi.player0 if semi.points0 == WIN else semi.player1
    lost = semi.player1 if won == semi.player0 else semi.player0
    assert [(shown(semi, player).decision, shown(semi, player).reason) for player in (won, lost)] == [
        ("won", "Left at ten"),
        ("lost", "Left at ten"),
    ]
    actions.execute(row.pk, cmd.DoubleForfeit(1, other_semi.place, "director", "Both are away"))
    assert shown(other_semi, other_semi.player0).decision == "both_lost"


def test_a_match_that_is_played_again_or_cancelled_says_so() -> None:
    row, _members = begun(4)
    semi, other_semi = pairings(row, 1)
    actions.execute(row.pk, cmd.Adjudicate(1, semi.place, Result((WIN, LOSS)), "director", "A mistake"))
    actions.execute(row.pk, cmd.Replay(1, semi.place, "director", "The line was down"))
    part = shown(semi, semi.player0)
    assert (part.decision, part.reason) == ("again", "The line was down")
    actions.execute(row.pk, cmd.Cancel("director", "No light"))
    part = shown(other_semi, other_semi.player0)
    assert (part.decision, part.reason) == ("cancelled", "No light")
