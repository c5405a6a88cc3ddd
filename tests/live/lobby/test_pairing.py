"""The pool: whoever can be paired is, fairly, and nobody waits for ever."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.live.seekers import want
from zaria.live.lobby.pairing import FORGOTTEN, NEAR, PATIENCE, UNRATED, Pair, Pool, Seeker
from zaria.live.lobby.speeds import Kind
from zaria.match.events import Player

FAST = Kind("tabla", "fast")
SLOW = Kind("tabla", "slow")


def player(name: str) -> Player:
    return Player(name, name.title(), "#777777")


def names(pairs: list[Pair]) -> set[frozenset[str]]:
    return {frozenset((pair.first.id, pair.second.id)) for pair in pairs}


def test_two_who_look_for_the_same_are_paired_at_once() -> None:
    pool = Pool()
    want(pool, FAST, player("ann"), None, 0)
    want(pool, SLOW, player("bob"), None, 0)
    assert pool.pairs(0) == []
    want(pool, FAST, player("cid"), None, 10)
    assert pool.others("cid") == 1
    assert pool.pairs(10) == [Pair(FAST, player("ann"), player("cid"))]
    assert len(pool) == 1


def test_the_window_widens() -> None:
    pool = Pool()
    for now in range(0, PATIENCE, 1000):
        want(pool, FAST, player("ann"), UNRATED, now)
        want(pool, FAST, player("bob"), UNRATED + NEAR + 300, now)
        pairs = pool.pairs(now)
        assert bool(pairs) == (now == 5000), now
        if pairs:
            return
    raise AssertionError("never paired")


def test_two_members_who_want_it_play_a_rated_game() -> None:
    ann, bob, robot = (
        Player("ann", "Ann", "#777777", member=True),
        Player("bob", "Bob", "#777777", member=True),
        Player("eve", "Eve", "#777777", member=True, robot=True),
    )
    for opponent, wants, rated in (
        (bob, True, True),
        (bob, False, False),
        (robot, True, False),
        (player("cid"), True, False),
    ):
        pool = Pool()
        want(pool, FAST, ann, 512, 0, rated=True)
        want(pool, FAST, opponent, None, 1, rated=wants)
        assert pool.pairs(1) == [Pair(FAST, ann, opponent, rated)]


def test_another_search_ends_the_first_and_so_does_silence() -> None:
    pool = Pool()
    want(pool, FAST, player("ann"), None, 0)
    want(pool, SLOW, player("ann"), None, 1)
    want(pool, FAST, player("bob"), None, 1)
    assert pool.pairs(2) == []
    want(pool, SLOW, player("cid"), None, FORGOTTEN + 2)
    assert pool.pairs(FORGOTTEN + 2) == []
    assert len(pool) == 1


def test_a_crowd_is_paired_quickly() -> None:
    """Thousands at once: nothing here is quadratic."""
    pool = Pool()
    for i in range(4001):
        want(pool, FAST, player(f"p{i}"), 1000 + i * 7 % 1999, i % 3)
    assert len(pool.pairs(PATIENCE + 1 - PATIENCE // 2)) == 2000


RATINGS = [None, *range(800, 2600, 45)]
wants = st.tuples(
    st.just("want"),
    st.integers(0, 11),
    st.sampled_from([FAST, SLOW]),
    st.sampled_from([None, *range(800, 2600, 45)]),
)
steps = st.lists(
    wants | st.tuples(st.just("drop"), st.integers(0, 11)) | st.tuples(st.just("wait"), st.integers(0, 4000)),
    max_size=40,
)


@given(steps)
def test_whatever_happens(script: list[tuple[object, ...]]) -> None:
    """Against a plain list of who looks for what."""
    pool, now = Pool(), 0
    looks: dict[str, tuple[Kind, Seeker]] = {}
    for step in script:
        match step:
            case ("want", int(i), Kind() as kind, rating):
                who = player(f"p{i}")
                assert rating is None or isinstance(rating, int)
                earlier = looks.get(who.id)
                since = earlier[1].since if earlier and earlier[0] == kind else now
                looks[who.id] = kind, Seeker(who, rating or UNRATED, since, now)
                want(pool, kind, who, rating, now)
            case ("drop", int(i)):
                looks.pop(f"p{i}", None)
                pool.drop(f"p{i}")
            case ("wait", int(ms)):
                now += ms
                looks = {i: look for i, look in looks.items() if now - look[1].repeated_at <= FORGOTTEN}
                pairs = pool.pairs(now)
                check(looks, pairs, now)
                for pair in pairs:
                    del looks[pair.first.id], looks[pair.second.id]
                assert len(pool) == len(looks)


def check(looks: dict[str, tuple[Kind, Seeker]], pairs: list[Pair], now: int) -> None:
    taken = [who for pair in pairs for who in (pair.first.id, pair.second.id)]
    assert len(set(taken)) == len(taken), "nobody is paired with himself, or twice"
    distance = {}
    for pair in pairs:
        (kind, seeker), (partner_kind, partner) = looks[pair.first.id], looks[pair.second.id]
        assert kind == partner_kind == pair.kind
        assert seeker.since <= partner.since
        assert seeker.accepts(partner, now) or partner.accepts(seeker, now)
        distance[seeker.player.id] = distance[partner.player.id] = seeker.distance(partner)
    for (a, seeker), (b, partner) in combinations(looks.values(), 2):
        if a == b and (seeker.accepts(partner, now) or partner.accepts(seeker, now)):
            near = seeker.distance(partner)
            closer = [i for i in (seeker.player.id, partner.player.id) if i in taken]
            assert closer, "who can be paired is paired"
            impatient = not any(now - looks[i][1].since >= PATIENCE for i in looks)
            assert not impatient or min(distance[i] for i in closer) <= near, "the nearest first"
    for kind in (FAST, SLOW):
        waiting = [seeker for k, seeker in looks.values() if k == kind]
        first = min(waiting, key=lambda seeker: seeker.since, default=None)
        if first and now - first.since >= PATIENCE and len(waiting) > 1:
            assert first.player.id in taken, "nobody waits for ever"


def test_two_who_are_kept_apart_are_paired_with_others_alone() -> None:
    pool = Pool()
    pool.keep_apart(frozenset(("ann", "bob")))
    for now in (0, PATIENCE):
        want(pool, FAST, player("ann"), 500, now)
        want(pool, FAST, player("bob"), 500, now, to="ann")
        assert pool.pairs(now) == []
    for name, rating in (("cid", 800), ("dan", 200)):
        want(pool, FAST, player(name), rating, PATIENCE)
    assert names(pool.pairs(PATIENCE)) == {frozenset(("ann", "dan")), frozenset(("bob", "cid"))}
    want(pool, FAST, player("ann"), 500, PATIENCE)
    want(pool, FAST, player("bob"), 500, PATIENCE)
    assert names(pool.pairs(PATIENCE)) == {frozenset(("ann", "bob"))}, "both have left the pool meanwhile"
