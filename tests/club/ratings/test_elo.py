"""The arithmetic of ratings: the vector of the rulebook, and what must hold whoever plays."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from zaria.club.ratings import elo
from zaria.club.ratings.ledger import Key, RatedMatch, apply, points
from zaria.club.ratings.models import OVERALL
from zaria.club.ratings.system import RatingState

RATINGS = st.decimals(-2000, 5000, places=2)
ONE, HALF, NONE = Decimal(1), Decimal("0.5"), Decimal(0)
ELO = elo.Elo()


def test_the_vector_of_the_rulebook() -> None:
    low, high = Decimal(900), Decimal(1000)
    assert elo.expected_score(low, high).quantize(Decimal("1e-8")) == Decimal("0.35993500")
    won = elo.factor(reached=False) * (ONE - elo.expected_score(low, high))
    lost = elo.factor(reached=True) * (NONE - elo.expected_score(high, low))
    drawn = elo.factor(reached=False) * (HALF - elo.expected_score(low, high))
    six = Decimal("0.000001")
    assert [rating.quantize(six) for rating in (won, lost, drawn)] == [
        Decimal("12.801300"),
        Decimal("-6.400650"),
        Decimal("2.801300"),
    ]
    assert elo.new_rating(low, high, ONE, reached=False) == Decimal("912.80")
    assert elo.new_rating(high, low, NONE, reached=True) == Decimal("993.60")
    assert elo.new_rating(low, high, HALF, reached=False) == Decimal("902.80")


@given(RATINGS, RATINGS)
def test_equal_k_gives_what_it_takes_but_for_a_cent(rating: Decimal, opponent_rating: Decimal) -> None:
    assert abs(
        elo.expected_score(rating, opponent_rating) + elo.expected_score(opponent_rating, rating) - 1
    ) < Decimal("1e-20")
    after = (
        elo.new_rating(rating, opponent_rating, ONE, reached=False),
        elo.new_rating(opponent_rating, rating, NONE, reached=False),
    )
    assert abs(sum(after) - rating - opponent_rating) <= Decimal("0.01")
    assert after[0] >= rating
    assert after[1] <= opponent_rating
    assert after[0] - rating <= 20


@given(RATINGS)
def test_nobody_moves_in_a_draw_between_equals(rating: Decimal) -> None:
    assert elo.new_rating(rating, rating, HALF, reached=True) == rating


def test_k_falls_for_good_when_1000_is_reached_in_that_game() -> None:
    even = RatingState(rating=Decimal("999.00"), best=Decimal("999.00"))
    a, b = Key("a", "chess"), Key("b", "chess")
    states = {a: even, b: even}
    apply(ELO, states, RatedMatch(1, "1", "chess", ("a", "b"), 0, (1, 0)))
    assert (states[a].rating, states[a].reached) == (Decimal("1009.00"), True)
    states[b] = states[b]._replace(rating=Decimal("1009.00"))
    for at in (2, 3):
        apply(ELO, states, RatedMatch(at, str(at), "chess", ("a", "b"), 1, (0, 1)))
    assert (states[a].rating, states[a].best) == (Decimal("999.22"), Decimal("1009.00")), "first 5, then less"
    assert states[b].rating == Decimal("1023.78"), "10 by 20, then by 10"
    assert not states[Key("a", OVERALL)].reached


def test_each_side_has_its_own_k() -> None:
    old, young = Key("old", "tabla"), Key("new", "tabla")
    states = {
        old: RatingState(rating=Decimal("980.00"), best=Decimal("1010.00"), reached=True),
        young: RatingState(rating=Decimal("980.00"), best=Decimal("980.00")),
    }
    apply(ELO, states, RatedMatch(1, "m", "tabla", ("old", "new"), 1, (0, 1)))
    assert states[old].rating == Decimal("975.00")
    assert states[young].rating == Decimal("990.00")
    assert not states[young].reached


def test_the_total_is_a_track_of_its_own() -> None:
    states: dict[Key, RatingState] = {}
    for n, game in enumerate(("tabla", "chess", "tapa")):
        apply(ELO, states, RatedMatch(n, str(n), game, ("a", "b"), 0, (1, 0)))
    assert {key.game: state.rating for key, state in states.items() if key.player == "a"} == {
        "tabla": Decimal("510.00"),
        "chess": Decimal("510.00"),
        "tapa": Decimal("510.00"),
        OVERALL: Decimal("528.31"),
    }
    assert states[Key("b", OVERALL)][3:7] == (3, 0, 3, -3)


def test_winnings_are_points_won_less_points_lost() -> None:
    assert [points(0, (7, 3), side) for side in (0, 1)] == [4, -4]
    assert [points(None, (1, 1), side) for side in (0, 1)] == [0, 0]
    assert [points(0, (3, 5), side) for side in (0, 1)] == [1, -1], "the other one left while he led"


def test_points_beyond_what_a_match_needs_do_not_count() -> None:
    assert [points(0, (192, 0), side, 6) for side in (0, 1)] == [6, -6]
    assert [points(0, (128, 2), side, 3) for side in (0, 1)] == [1, -1]
    assert [points(0, (5, 3), side, 5) for side in (0, 1)] == [2, -2]
    assert [points(0, (9, 9), side, 5) for side in (0, 1)] == [1, -1], "a match won is worth a point"
    assert [points(None, (9, 9), side, 5) for side in (0, 1)] == [0, 0]


def test_who_gives_up_early_loses_and_lifts_nobody() -> None:
    states: dict[Key, RatingState] = {}
    early = RatedMatch(1, "1", "tabla", ("a", "b"), 0, (3, 0), 3, Decimal("1.00"))
    apply(ELO, states, early)
    winner, loser = (states[Key(player, "tabla")] for player in "ab")
    assert (winner.rating, winner.won, winner.winnings) == (Decimal("501.00"), 1, 1)
    assert (loser.rating, loser.lost, loser.winnings) == (Decimal("490.00"), 1, -3)
    apply(ELO, states, early._replace(at=2, match="2", early_gain=Decimal(0)))
    assert states[Key("a", "tabla")].rating == Decimal("501.00")
    strong = RatingState(rating=Decimal("1800.00"), best=Decimal("1800.00"), reached=True)
    states[Key("a", "tabla")] = strong
    apply(ELO, states, early._replace(at=3, match="3"))
    assert states[Key("a", "tabla")].rating == Decimal("1800.01"), "no more than for a whole match"


def test_an_early_draw_changes_nothing() -> None:
    states: dict[Key, RatingState] = {}
    assert apply(ELO, states, RatedMatch(1, "1", "chess", ("a", "b"), None, (0, 0), 1, Decimal(1))) == []
    assert states == {}
