"""A match that a director decided says who decided it and why, at its table and in its replay."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.support.club.tournament_play import begun
from zaria.club.matches.results.decisions import DirectorDecision, decision
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import LOSS, WIN, Result


@pytest.fixture(autouse=True)
def _english(transactional_db: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def decide(row: Tournament, place: int, by: str, reason: str) -> Pairing:
    """Decide a meeting of the first round for its first player."""
    actions.execute(row.pk, cmd.Adjudicate(1, place, Result((WIN, LOSS)), by, reason))
    return Pairing.objects.get(tournament=row, number=1, place=place)


def test_the_decision_names_the_director_and_the_reason() -> None:
    row, players = begun(4)
    names = {member.player: member.username for member in players}
    pairing = decide(row, 0, players[3].player, "The table was broken")
    decide(row, 1, players[3].player, "Another match")
    won, lost = names[pairing.player0], names[pairing.player1]
    expected = DirectorDecision(
        f"Round 1: the director decided that {won} won against {lost}",
        f"By {names[players[3].player]}: The table was broken",
    )
    assert decision(str(pairing.match_id), "") == expected
    assert decision(str(pairing.match_id), pairing.player1) == expected


def test_a_match_that_nobody_decided_has_no_decision() -> None:
    row, _players = begun(4)
    undecided = Pairing.objects.get(tournament=row, number=1, place=0)
    assert decision(str(undecided.match_id), undecided.player0) is None
    assert decision("unknown", "") is None


def test_decisions_of_private_tournaments_are_for_the_players() -> None:
    row, players = begun(4)
    pairing = decide(row, 0, players[0].player, "Late")
    Tournament.objects.filter(pk=row.pk).update(private=True)
    assert decision(str(pairing.match_id), "") is None
    assert decision(str(pairing.match_id), pairing.player0) is not None
