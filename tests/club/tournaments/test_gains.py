"""The points and the place in a tournament stand among what its matches brought a player."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.support.club.tournament_play import begun, play, waiting
from zaria.club.matches.results.gains import gains
from zaria.club.tournaments.models import Pairing


@pytest.fixture(autouse=True)
def _english(transactional_db: None) -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.mark.parametrize(("format_", "players"), [("swiss", 4), ("round-robin", 3), ("knockout", 4)])
def test_each_match_that_counts_leads_to_the_place_in_its_tournament(format_: str, players: int) -> None:
    row, members = begun(players, format_, title="Spring cup")
    for pairing in waiting(row):
        assert gains(pairing.player0, str(pairing.match_id)) == []
    row = play(row)
    places: dict[str, set[str]] = {member.player: set() for member in members}
    for pairing in Pairing.objects.filter(tournament=row).exclude(match_id=None):
        assert gains("a stranger", str(pairing.match_id)) == []
        for player in (pairing.player0, pairing.player1):
            (line,) = gains(player, str(pairing.match_id))
            assert (line.kind, line.label, line.address) == (
                "tournament",
                "Spring cup",
                f"/tournaments/{row.pk}",
            )
            points = "" if format_ == "knockout" else r" · Points: [\d½]+"
            assert re.fullmatch(rf"Place \d+{points}", line.text)
            places[player].add(line.text)
    assert all(len(texts) == 1 for texts in places.values()), "each names the place by now"
    assert any(text.startswith("Place 1") for text in places[row.winner])
