"""A search comes to accept other speeds and similar games, as far as its player agreed to that."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.live.seekers import want
from zaria.games.registry import GAMES
from zaria.live.lobby.pairing import FORGOTTEN, UNRATED, Pair, Pool, Seeker
from zaria.live.lobby.speeds import LENGTHS, PACES, Kind, search_lengths, usual_kind
from zaria.live.lobby.widening import (
    GAMES_AFTER,
    LENGTHS_AFTER,
    NARROW,
    SPEEDS_AFTER,
    Widening,
    similar_games,
)
from zaria.match.events import Player

FAST, SLOW, BG, CHESS = (
    Kind("tabla", "fast"),
    Kind("tabla", "slow"),
    Kind("tabla-bg", "slow"),
    Kind("chess", "slow"),
)
FIVE = Kind("backgammon", "normal", 5, cube=True)
BOTH = Widening(speeds=True, games=True)


def player(name: str) -> Player:
    return Player(name, name.title(), "#777777")


def test_a_search_widens_step_by_step() -> None:
    assert BOTH.accepted(FAST, SPEEDS_AFTER - 1) == ()
    other_speeds = Kind("tabla", "normal"), Kind("tabla", "slow")
    assert BOTH.accepted(FAST, GAMES_AFTER - 1) == other_speeds
    late = BOTH.accepted(FAST, GAMES_AFTER)
    assert late[:2] == other_speeds
    assert Kind("tabla-bg", "fast") in late
    assert Kind("chess", "fast") not in late
    assert FAST not in late
    assert NARROW.accepted(FAST, 10 * GAMES_AFTER) == ()
    only_games = Widening(games=True).accepted(FAST, GAMES_AFTER)
    assert {accepted.speed for accepted in only_games} == {"fast"}


def test_a_search_comes_to_accept_other_lengths_the_nearest_first_and_never_another_cube() -> None:
    only_lengths = Widening(lengths=True)
    assert only_lengths.accepted(FIVE, LENGTHS_AFTER - 1) == ()
    assert [accepted.length for accepted in only_lengths.accepted(FIVE, LENGTHS_AFTER)] == [3, 7, 1]
    wide = Widening(speeds=True, games=True, lengths=True)
    for kind in (FIVE, FIVE._replace(cube=False)):
        same_game = [accepted for accepted in wide.accepted(kind, GAMES_AFTER) if accepted.game == kind.game]
        assert {accepted.cube for accepted in same_game} == {kind.cube}
        assert len(same_game) == len(LENGTHS) * len(PACES) - 1
    assert {accepted.length for accepted in wide.accepted(CHESS, GAMES_AFTER)} == {1}


def test_a_similar_game_is_accepted_as_long_as_the_own_or_as_it_is_played_by_custom() -> None:
    only_games = Widening(games=True).accepted(FIVE, GAMES_AFTER)
    assert Kind("short-nardy", "normal", 5, cube=True) in only_games
    assert Kind("tabla-bg", "normal", 5) in only_games, "it has no cube"
    assert Kind("tabla", "normal") in only_games
    assert Kind("tabla", "normal", 3) not in only_games
    assert Kind("backgammon", "normal", 3, cube=True) in Widening(games=True).accepted(
        Kind("tabla", "normal"), GAMES_AFTER
    )


def test_every_game_that_a_search_may_come_to_can_be_played_for_one() -> None:
    for game in GAMES:
        assert similar_games(game), game
        for similar in similar_games(game):
            assert search_lengths(similar)[0] == 1


def test_two_play_what_the_other_named() -> None:
    pool = Pool()
    for now in range(0, SPEEDS_AFTER + 1, 1000):
        want(pool, FAST, player("ann"), None, now, widening=BOTH)
        want(pool, SLOW, player("bob"), None, now)
        want(pool, CHESS, player("cid"), None, now, widening=BOTH)
        assert pool.pairs(now) == ([] if now < SPEEDS_AFTER else [Pair(SLOW, player("ann"), player("bob"))])
    assert [*pool.seekers()] == ["cid"]


def test_of_two_who_accept_each_other_the_longer_wait_decides_the_game() -> None:
    pool, now = Pool(), 10 * GAMES_AFTER
    want(pool, BG, player("bob"), None, now, widening=BOTH, since=now - 2 * GAMES_AFTER)
    want(pool, FAST, player("ann"), None, now, widening=BOTH, since=now - 3 * GAMES_AFTER)
    assert pool.pairs(now) == [Pair(FAST, player("ann"), player("bob"))]


def test_another_speed_comes_before_another_game_and_the_same_before_both() -> None:
    now = 10 * GAMES_AFTER
    ann, bob, cid, dan = (player(name) for name in ("ann", "bob", "cid", "dan"))
    for opponents, partner in (([(BG, bob), (SLOW, cid), (FAST, dan)], dan), ([(BG, bob), (SLOW, cid)], cid)):
        pool = Pool()
        want(pool, FAST, ann, None, now, widening=BOTH, since=now - GAMES_AFTER)
        for kind, opponent in opponents:
            want(pool, kind, opponent, None, now)
        (pair,) = pool.pairs(now)
        assert pair.couple == {"ann", partner.id}


def test_two_meet_in_another_length_once_one_of_them_accepts_it() -> None:
    ann, bob = player("ann"), player("bob")
    pool, to_three = Pool(), FIVE._replace(length=3)
    for now in range(0, LENGTHS_AFTER + 1, 1000):
        want(pool, FIVE, ann, None, now, widening=Widening(lengths=True))
        want(pool, to_three, bob, None, now)
        want(pool, to_three._replace(cube=False), player("cid"), None, now, widening=Widening(lengths=True))
        assert pool.pairs(now) == ([] if now < LENGTHS_AFTER else [Pair(to_three, ann, bob)])
    assert [*pool.seekers()] == ["cid"]


KINDS = [
    FAST,
    SLOW,
    BG,
    CHESS,
    FAST._replace(length=3),
    FAST._replace(length=3, cube=True),
    usual_kind("backgammon", "fast"),
]
searches = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from([None, *range(200, 1200, 90)]),
        st.builds(Widening, st.booleans(), st.booleans(), st.booleans()),
        st.integers(0, 60).map(lambda seconds: seconds * 1000),
        st.integers(0, 7),
    ),
    max_size=9,
)
couples = st.sets(st.frozensets(st.integers(0, 8), min_size=2, max_size=2), max_size=8)


@given(searches, couples, couples)
def test_pairs_are_those_of_the_plain_definition(
    looks: list[tuple[Kind, int | None, Widening, int, int]],
    blocked: set[frozenset[int]],
    met: set[frozenset[int]],
) -> None:
    """Against the plain definition of who accepts whom; nobody is left while another could be met."""
    ids = {couple: frozenset(f"p{i}" for i in couple) for couple in blocked | met}
    often = {ids[couple] for couple in met}
    pool, now = Pool(lambda first, second: frozenset((first, second)) in often), 100_000
    for couple in blocked:
        pool.keep_apart(ids[couple])
    wanted: dict[str, tuple[Kind, Seeker]] = {}
    for i, (kind, rating, widening, waited, to) in enumerate(looks):
        who = player(f"p{i}")
        want(pool, kind, who, rating, now, to=f"p{to}", widening=widening, since=now - waited)
        since = now - waited
        seeker = Seeker(who, UNRATED if rating is None else rating, since, now, False, f"p{to}", widening)
        wanted[who.id] = kind, seeker

    def apart(seeker: Seeker, partner: Seeker) -> bool:
        couple = frozenset((seeker.player.id, partner.player.id))
        if any(couple == ids[pair] for pair in blocked):
            return True
        both_wish = (seeker.to, partner.to) == (partner.player.id, seeker.player.id)
        return couple in often and not both_wish

    def kinds(player_id: str) -> set[Kind]:
        kind, seeker = wanted[player_id]
        return {kind, *seeker.widening.accepted(kind, now - seeker.since)}

    pairs = pool.pairs(now)
    paired = [paired_player.id for pair in pairs for paired_player in (pair.first, pair.second)]
    assert len(set(paired)) == len(paired), "nobody is paired twice"
    for pair in pairs:
        seeker, partner = wanted[pair.first.id][1], wanted[pair.second.id][1]
        assert not apart(seeker, partner)
        assert pair.kind in {wanted[pair.first.id][0], wanted[pair.second.id][0]}
        assert pair.kind in kinds(pair.first.id) & kinds(pair.second.id)
        answered = seeker.answers(partner) or partner.answers(seeker)
        assert answered or seeker.accepts(partner, now) or partner.accepts(seeker, now), "within the range"
    remaining = [player_id for player_id in wanted if player_id not in paired]
    assert set(pool.seekers()) == set(remaining)
    for (a, seeker), (b, partner) in combinations([wanted[player_id] for player_id in remaining], 2):
        crosses = b in kinds(seeker.player.id) or a in kinds(partner.player.id)
        near = seeker.accepts(partner, now) or partner.accepts(seeker, now)
        assert apart(seeker, partner) or not (crosses and near) or (a == b and bool(blocked | met)), (
            "both could play"
        )


def test_silence_ends_a_wide_search_too() -> None:
    pool = Pool()
    want(pool, FAST, player("ann"), None, 0, widening=BOTH, since=-GAMES_AFTER)
    want(pool, BG, player("bob"), None, FORGOTTEN + 1)
    assert pool.pairs(FORGOTTEN + 1) == []


CROWD = [FAST, SLOW, BG, CHESS]


def test_a_crowd_of_wide_searches_is_paired_at_once() -> None:
    pool, now = Pool(), GAMES_AFTER
    for i in range(4000):
        want(pool, CROWD[i % 4], player(f"p{i}"), 300 + i * 7 % 1999, now, widening=BOTH, since=1 + i % 3)
    assert len(pool.pairs(now)) == 2000
