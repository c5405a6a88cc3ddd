"""The lists in memory: whatever is lost or late on the way, they come to be those of the journal."""

import asyncio
import sys
from collections.abc import Iterator
from itertools import product
from threading import Event, Thread

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.live.bus import MemoryBus
from zaria.live.journal.base import Listing
from zaria.live.lobby.index import Filter, Index, ListedMatch
from zaria.live.lobby.lists import LATE_MS, LEFT_MS, LobbyLists
from zaria.live.lobby.messages import decode, encode
from zaria.live.matches.cards import HIDDEN, OPEN, OVER, PLAYING
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo
from zaria.match.stakes import Stakes
from zaria.match.terms import Speed

SPEEDS: tuple[Speed, ...] = ("fast", "slow")
GAMES = ("tabla", "chess")


def listing(match: int, n: int, shown: int) -> Listing:
    """Match `match` after its event `n`."""
    players = (f"p{match % 3}", "guest" if match % 2 else None)
    card = Card(
        id=f"m{match}",
        game=GAMES[match % 2],
        state=("open", "open", "playing", "over")[shown],
        since=1000 * (match % 4) + n // 3,
        players=(PlayerInfo("One", "#111111"), None),
        speed=SPEEDS[match // 2 % 2],
        stakes=Stakes(100) if match % 3 == 0 else None,
        by=0,
        n=n,
    )
    return Listing(shown, msgspec.json.encode(card), players)


def staked(match: int, n: int, shown: int, stakes: Stakes | None, length: int = 1) -> Listing:
    """A match of player "p0" with these stakes."""
    card = msgspec.json.decode(listing(match, n, shown).body, type=Card)
    body = msgspec.json.encode(msgspec.structs.replace(card, stakes=stakes, length=length))
    return Listing(shown, body, ("p0", None))


def test_counts_the_staked_tables_for_which_a_balance_is_enough() -> None:
    index = Index()
    paid = Stakes(200, most=500, fee="pot", unit="credits")
    index.put("m1", staked(1, 0, OPEN, paid))
    index.put("m2", staked(2, 0, OPEN, paid, length=5))
    index.put("m3", staked(3, 0, OPEN, msgspec.structs.replace(paid, unit="EUR")))
    index.put("m4", staked(4, 0, OPEN, Stakes(100)))
    index.put("m5", staked(5, 0, HIDDEN, paid))
    index.put("m6", staked(6, 0, PLAYING, paid))
    index.put("m7", staked(7, 0, OPEN, None))

    def counted(player: str = "p1") -> list[int]:
        return [index.affordable(player, "credits", amount) for amount in (0, 199, 200, 499, 500, 10**9)]

    assert counted() == [0, 0, 1, 1, 2, 2], "a match holds the stake, a single game the most"
    assert counted("p0") == [0] * 6, "they are this player's own"
    assert index.affordable("p1", "EUR", 500) == 1
    index.put("m1", staked(1, 1, PLAYING, paid))
    assert counted() == [0, 0, 1, 1, 1, 1]
    index.drop("m2", over=True)
    assert counted() == [0] * 6


def test_pages_in_other_threads_may_ask_while_it_changes() -> None:
    index, stop = Index(), Event()

    def change() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            for match in range(0, 60, 3):
                index.put(f"m{match}", listing(match, n, OPEN))
            for match in range(0, 60, 3):
                index.drop(f"m{match}", over=False)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = Thread(target=change)
    thread.start()
    try:
        for _ in range(40_000):
            assert len(index.of("p0")) <= 20
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(usual)


class Books:
    """A journal that only lists; what is read is as old as the moment somebody began to read."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[int, Listing]] = {}
        self.gate = asyncio.Event()
        self.gate.set()

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        rows = [
            (match_id, listing)
            for match_id, (at, listing) in self.rows.items()
            if (at >= since if since else listing.shown != OVER and (listing.shown != HIDDEN or at >= fresh))
        ]
        await self.gate.wait()
        return rows


class Club:
    """A lobby, a journal, and the news that are on their way from one to the other."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.books = Books()
        self.bus = MemoryBus()
        self.lists = LobbyLists(self.books, self.bus, lambda: self.now)  # type: ignore[arg-type]
        self.bus.subscribe(LOBBY, self.lists.receive)
        self.lists.listeners.append(self.changed)
        self.news: list[ListingChanged] = []
        self.older: list[ListedMatch] = []
        self.reading: asyncio.Task[None] | None = None

    def changed(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        if before and now and now.n <= before.n:
            self.older.append(now)

    def store(self, match: int, shown: int) -> None:
        _, stored = self.books.rows.get(f"m{match}", (0, None))
        if stored is None or stored.shown != OVER:
            n = 0 if stored is None else msgspec.json.decode(stored.body, type=Card).n + 1
            self.books.rows[f"m{match}"] = self.now, listing(match, n, shown)
            self.news.append(ListingChanged.of(f"m{match}", listing(match, n, shown)))

    async def read(self, whole: bool) -> None:
        """Begin to compare; it ends when the gate opens."""
        if self.reading is None:
            self.books.gate.clear()
            self.reading = asyncio.create_task(self.lists.reconcile(whole=whole))
            await asyncio.sleep(0)

    async def finish(self) -> None:
        self.books.gate.set()
        if self.reading is not None:
            await self.reading
            self.reading = None


steps = st.lists(
    st.tuples(st.just("store"), st.integers(0, 7), st.sampled_from([HIDDEN, OPEN, PLAYING, OVER]))
    | st.tuples(st.sampled_from(["hear", "lose", "again"]), st.integers(0, 20), st.just(0))
    | st.tuples(st.sampled_from(["whole", "some", "finish", "wait"]), st.just(0), st.just(0)),
    max_size=50,
)


Script = list[tuple[str, int, int]]

ITS_END_COMES_WHILE_ALL_IS_READ: Script = [
    *[("store", 0, HIDDEN)] * 2,
    ("whole", 0, 0),
    *[("store", 0, HIDDEN)] * 3,
    ("store", 0, OVER),
    ("hear", 17, 0),
]
ITS_END_IS_LOST_AND_OLDER_NEWS_COME_WHILE_ALL_IS_READ: Script = [
    ("store", 0, OPEN),
    ("some", 0, 0),
    ("store", 0, OPEN),
    ("store", 0, OVER),
    ("lose", 2, 0),
    *[("wait", 0, 0)] * 3,
    ("finish", 0, 0),
    ("whole", 0, 0),
    ("hear", 1, 0),
]
IT_BEGINS_AND_ENDS_BETWEEN_TWO_READINGS_OF_ALL: Script = [
    ("whole", 0, 0),
    ("store", 0, OPEN),
    ("store", 0, OVER),
    ("lose", 1, 0),
    *[("wait", 0, 0)] * 3,
    ("finish", 0, 0),
    ("whole", 0, 0),
]


@settings(max_examples=times(60))
@example(ITS_END_COMES_WHILE_ALL_IS_READ)
@example(ITS_END_IS_LOST_AND_OLDER_NEWS_COME_WHILE_ALL_IS_READ)
@example(IT_BEGINS_AND_ENDS_BETWEEN_TWO_READINGS_OF_ALL)
@given(steps)
def test_news_in_any_order_with_losses_and_a_comparison_are_the_journal(
    script: Script,
) -> None:
    asyncio.run(_happen(script))


async def _happen(script: Script) -> None:
    club = Club()
    for act, number, shown in script:
        await _step(club, act, number, shown)
    await club.finish()
    await club.lists.reconcile(whole=False)
    _compare(club)
    await club.lists.reconcile()
    _compare(club)
    for late in club.news:
        club.bus.publish(LOBBY, late)
    _compare(club)


async def _step(club: Club, act: str, number: int, shown: int) -> None:
    match act:
        case "store":
            club.store(number, shown)
        case "hear" | "lose" | "again" if club.news:
            news = club.news[number % len(club.news)]
            if act != "again":
                club.news.remove(news)
            if act != "lose":
                club.bus.publish(LOBBY, decode(encode(news)))
        case "whole" | "some":
            await club.read(act == "whole")
        case "finish":
            await club.finish()
        case "wait":
            club.now += 40_000
            if club.reading is None:  # as a lobby does four times a minute
                await club.lists.reconcile(whole=False)


def _compare(club: Club) -> None:
    index = club.lists.index
    assert not club.older, "a card never gets older"
    current = {
        match_id: listing for match_id, (_, listing) in club.books.rows.items() if listing.shown != OVER
    }
    assert set(index.ids()) == set(current)
    for match_id, listing in current.items():
        entry = index.get(match_id)
        assert entry is not None
        assert entry.listing == listing
    for which in _filters():
        entries = index.part(which, 0, 100)
        cards = [entry.card() for entry in entries]
        ages = [card.since if which.list_name == "open" else -card.since for card in cards]
        assert ages == sorted(ages)
        assert {card.id for card in cards} == _expected(current, which)
        assert index.count(which) == len(entries)
    for who in ("p0", "p1", "p2", "guest"):
        assert {entry.id for entry in index.of(who)} == {
            i for i, listing in current.items() if who in listing.players
        }
    counts = {
        game: tuple(index.count(Filter(list_name, game)) for list_name in ("open", "playing"))
        for game in GAMES
    }
    assert index.counts() == {game: count for game, count in counts.items() if any(count)}


def _filters() -> Iterator[Filter]:
    for list_name, game, speed, stakes in product(
        ("open", "playing"), ("", *GAMES), ("", *SPEEDS), ("", "with", "without")
    ):
        yield Filter(list_name, game, speed, stakes)


def _expected(current: dict[str, Listing], which: Filter) -> set[str]:
    expected = set()
    for match_id, listing in current.items():
        card = msgspec.json.decode(listing.body, type=Card)
        fits = which.stakes in ("", "with" if card.stakes else "without")
        fits = fits and which.game in ("", card.game) and which.speed in ("", card.speed)
        if fits and listing.shown == {"open": OPEN, "playing": PLAYING}[which.list_name]:
            expected.add(match_id)
    return expected


def test_own_tables_and_invitations_are_listed() -> None:
    club = Club()
    for match, shown in ((1, HIDDEN), (3, HIDDEN), (7, PLAYING)):
        club.store(match, shown)
    for news in club.news:
        club.lists.receive(news)
    lists = club.lists
    assert [card.id for card in lists.own_matches("guest")] == ["m7"]
    assert [card.id for card in lists.calls("guest")] == ["m1", "m3"]
    assert [card.id for card in lists.own_matches("p1")] == ["m7", "m1"]
    assert lists.table("guest") == "m7"
    assert lists.objection("p1", "guest") == "called_already"
    assert lists.objection("p1", "p1") == "yourself"
    assert lists.objection("p1", "p2") is None
    assert lists.objection("p1") is None
    club.store(0, OPEN)
    lists.receive(club.news[-1])
    assert lists.objection("p0") == "one_table"


def test_a_card_that_cannot_be_read_is_left_out() -> None:
    club = Club()
    club.lists.receive(ListingChanged("m9", OPEN, b'{"game": 1', ("a", None)))
    assert len(club.lists.index) == 0


async def test_private_matches_that_were_left_are_forgotten_until_somebody_comes() -> None:
    club = Club()
    for match, shown in ((1, HIDDEN), (2, PLAYING)):
        club.store(match, shown)
    await club.lists.reconcile()
    assert set(club.lists.index.ids()) == {"m1", "m2"}
    club.now += LEFT_MS + 1
    await club.lists.reconcile()
    assert club.lists.index.ids() == ["m2"]
    club.store(1, HIDDEN)
    club.lists.receive(club.news[-1])
    assert set(club.lists.index.ids()) == {"m1", "m2"}


async def test_it_is_not_remembered_for_ever_which_matches_are_over() -> None:
    club = Club()
    club.lists.receive(ListingChanged.of("m0", listing(0, 1, OVER)))
    await club.lists.reconcile()
    club.now += LATE_MS - 1
    await club.lists.reconcile()
    club.lists.receive(ListingChanged.of("m0", listing(0, 0, OPEN)))
    assert not club.lists.index.ids()
    for _ in range(2):
        club.now += LATE_MS
        await club.lists.reconcile(whole=False)
    assert not club.lists.index.finished()
