"""Seekers meet those with the same stakes alone, whatever they have agreed to besides."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.live.seekers import want
from zaria.live.lobby.pairing import PATIENCE, Pair, Pool
from zaria.live.lobby.speeds import PACES, Kind, terms_of_search
from zaria.live.lobby.widening import GAMES_AFTER, Widening
from zaria.match.events import Player
from zaria.match.stakes import Stakes

KINDS: tuple[Kind, ...] = tuple(
    Kind(game, speed) for game in ("tabla", "tabla-bg", "chess") for speed in PACES
)
LOW, HIGH = (Stakes(stake, 3 * stake, "pot", "credits", 500) for stake in (2_00, 5_00))
STAKES = (None, LOW, replace(LOW, most=2_00), replace(LOW, fee="profit"), HIGH)
BOTH = Widening(speeds=True, games=True)


def player(name: str) -> Player:
    return Player(name, name.title(), "#777777", member=True)


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(STAKES)), min_size=2, max_size=8))
def test_waiting_never_changes_the_stakes(searches: list[tuple[Kind, Stakes | None]]) -> None:
    pool, wanted = Pool(), {f"p{place}": stakes for place, (_, stakes) in enumerate(searches)}
    for now in (0, PATIENCE, GAMES_AFTER):
        for place, (kind, stakes) in enumerate(searches):
            if now == 0 or f"p{place}" in pool.seekers():
                want(
                    pool,
                    kind,
                    player(f"p{place}"),
                    100 * place,
                    now,
                    rated=True,
                    widening=BOTH,
                    stakes=stakes,
                )
        for pair in pool.pairs(now):
            assert wanted[pair.first.id] == wanted[pair.second.id] == pair.stakes
    counts = [sum(seeker.stakes == stakes for _, seeker in pool.seekers().values()) for stakes in STAKES]
    squares = [kind.game == "chess" for kind, _ in searches]
    if len(set(squares)) == 1:
        assert all(count < 2 for count in counts), "two with the same stakes have not met"


def test_an_answer_with_other_stakes_is_a_search_of_its_own() -> None:
    pool, kind = Pool(), Kind("tabla", "fast")
    want(pool, kind, player("ann"), None, 0, rated=True, stakes=LOW)
    for stakes in (None, HIGH):
        want(pool, kind, player("bob"), None, 0, rated=True, to="ann", stakes=stakes)
        assert pool.pairs(PATIENCE // 2) == []
        assert pool.others("bob") == 0
    want(pool, kind, player("bob"), None, 0, rated=True, to="ann", stakes=LOW)
    assert pool.pairs(0) == [Pair(kind, player("ann"), player("bob"), True, LOW)]


def test_the_wait_goes_on_with_the_same_stakes_alone() -> None:
    pool, kind = Pool(), Kind("tabla", "fast")
    want(pool, kind, player("ann"), None, 0, stakes=LOW)
    want(pool, kind, player("ann"), None, 500, stakes=LOW)
    assert pool.seekers()["ann"][1].since == 0
    want(pool, kind, player("ann"), None, 900, stakes=HIGH)
    assert pool.seekers()["ann"][1].since == 900
    assert len(pool) == 1


def test_a_staked_search_leads_to_a_rated_match_that_spectators_see_late() -> None:
    for kind in KINDS:
        terms = terms_of_search(kind, rated=False, stakes=LOW)
        terms.check_new()
        assert (terms.rated, terms.delayed, terms.stakes, terms.cube) == (True, True, LOW, False)
