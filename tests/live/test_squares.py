"""Live games on squares: what pages are sent, programs that play, and whole games over real sockets."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import FakeNow, Json, Page, act, begun, host_of, started
from tests.support.live.socket_players import Player
from tests.support.patience import PATIENCE
from zaria import bots, games
from zaria.bots.player import SquaresBot, ThinkRequest, Thought
from zaria.games.board_games import BoardPosition
from zaria.live.app import Live, bot_player
from zaria.live.engines.timeouts import THRIFT, pace
from zaria.live.matches import programs
from zaria.live.matches.live_match import REST
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.board_play.moves import SEEN
from zaria.match.terms import ClockTerms, Terms
from zaria.records.verify import verify

KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
CHESS = Terms("chess")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "live.sqlite3"


@pytest.fixture
async def live(path: Path) -> AsyncIterator[Live]:
    live = await started(path)
    yield live
    await live.stop()


def moved(events: Sequence[ev.Event] | None) -> list[ev.Moved]:
    assert events is not None
    return [event for event in events if isinstance(event, ev.Moved)]


async def give(match_id: str, page: Page, move: str) -> Json:
    plies = (await page.look(match_id))["v"]["squares"]["plies"]
    return await page.did(match_id, {"t": "move", "move": move, "n": plies})


async def test_only_who_is_to_move_gets_the_moves(live: Live) -> None:
    match_id, ann, bob = await begun(live, CHESS)
    eve = Page(live, "eve")
    await eve.state(match_id)
    for number in range(4):
        mover, opponent = (ann, bob) if number % 2 == 0 else (bob, ann)
        n = ann.table["n"]
        assert (await give(match_id, mover, KNIGHTS[number]))["t"] == "ack"
        for page in (ann, bob, eve):
            message = await page.next_message("ev", n + 1)
            assert message["tree"] is None
            assert ("ways" in message) is (page is opponent)
            assert ("ways" in await page.state(match_id)) is (page is opponent)
    first = ann.table["ways"][0]
    assert set(first) == {"move", "path", "takes", "becomes"}
    assert len(ann.table["ways"]) == 20


async def test_a_board_says_what_it_is_and_its_log_what_was_played(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("draughts"))
    for page, move in ((ann, "32-28"), (bob, "19-23"), (ann, "28x19")):
        assert (await give(match_id, page, move))["t"] == "ack"
    state = await ann.state(match_id)
    view = state["v"]
    assert [view[key] for key in ("family", "size", "coordinates", "light_below", "first")] == [
        "squares",
        10,
        "numbers",
        True,
        0,
    ]
    assert state["log"] == [
        {"side": 0, "dice": [], "text": "32-28"},
        {"side": 1, "dice": [], "text": "19-23"},
        {"side": 0, "dice": [], "text": "28x19"},
    ]
    assert view["squares"]["last"] == {"path": ["28", "19"], "takes": ["23"]}
    assert view["squares"]["plies"] == 3


async def test_games_with_dice_have_no_fields_of_squares(live: Live) -> None:
    match_id, ann, _ = await begun(live)
    state = await ann.state(match_id)
    assert "ways" not in state
    assert "squares" not in state["v"]
    assert (state["v"]["family"], state["v"]["size"]) == ("tables", 0)


@pytest.mark.parametrize("from_the_end", [1, 5, REST, REST + 3, 2 * REST + 1])
async def test_one_who_comes_back_is_sent_what_they_missed(live: Live, from_the_end: int) -> None:
    match_id, ann, bob = await begun(live, CHESS)
    witness = Page(live, "eve")
    await witness.state(match_id)
    for number in range(2 * REST + 5):
        assert (await give(match_id, (ann, bob)[number % 2], KNIGHTS[number % 4]))["t"] == "ack"
    last = ann.table["n"]
    await witness.until(lambda: witness.table["n"] == last)
    seen = [message for message in witness.got if message["t"] == "ev"]
    late = Page(live, "eve")
    late.tell(t="watch", m=match_id, n=last - from_the_end)

    def missed() -> list[Json]:
        return [message for message in late.got if message["t"] == "ev"]

    await late.until(lambda: bool(missed()) and missed()[-1]["n"] == last)
    keys = ("n", "e", "v")
    messages = [{key: message[key] for key in keys} for message in missed()]
    assert messages == [{key: message[key] for key in keys} for message in seen[-from_the_end:]]


async def test_refusals_have_codes(live: Live) -> None:
    match_id, ann, bob = await begun(live, CHESS)
    for page, command, code in (
        (ann, {"t": "move", "move": "e2e5", "n": 0}, "illegal_move"),
        (ann, {"t": "move", "move": "e2e4", "n": 1}, "stale_roll"),
        (bob, {"t": "move", "move": "e7e5", "n": 0}, "not_your_turn"),
        (ann, {"t": "roll"}, "other_game"),
        (bob, {"t": "play", "moves": [[24, 1]], "n": 0}, "other_game"),
        (bob, {"t": "acceptdraw"}, "no_draw_offer"),
        (Page(live, "eve"), {"t": "resign"}, "not_a_player"),
    ):
        assert (await page.did(match_id, command))["code"] == code
    for nonsense in ({"t": "move", "move": "e" * 101, "n": 0}, {"t": "move", "move": 5, "n": 0}):
        assert (await ann.did(match_id, nonsense))["code"] == "bad_message"
    tabla, tabla_player, _ = await begun(live)
    assert (await tabla_player.did(tabla, {"t": "move", "move": "e2e4", "n": 0}))["code"] == "other_game"


async def test_the_clock_flags_by_itself(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("chess", clock=ClockTerms(delay=1)))
    for number in range(4):
        await give(match_id, (ann, bob)[number % 2], KNIGHTS[number])
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    assert ann.table["v"]["result"]["how"] == "time"
    assert ann.table["v"]["winner"] == 1


# -- programs


class Thinker:
    """A program that makes the first move, when it is let; it notes where it thinks."""

    id, name = "thinker", "Thinker"

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.go = threading.Event()
        self.go.set()
        self.thinking = threading.Event()
        self.takes_draws = True

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        self.thinking.set()
        assert self.go.wait(PATIENCE)
        self.threads.add(threading.current_thread().name)
        return Thought(position.legal_moves()[0].move)

    def accepts_draw(self, position: BoardPosition, side: int, request: ThinkRequest) -> bool:
        self.threads.add(threading.current_thread().name)
        return self.takes_draws


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    bot = Thinker()
    monkeypatch.setitem(bots._ON_SQUARES, bot.id, bot)
    return bot


async def against(live: Live, bot: str, terms: Terms = CHESS) -> tuple[str, Page]:
    match_id = await live.open(TableRequest(terms, (None, bot_player(bot))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    return match_id, ann


@pytest.mark.parametrize("game", games.names_on_squares())
async def test_the_computer_plays(live: Live, game: str) -> None:
    match_id, ann = await against(live, bots.opponent(game), Terms(game))
    for _ in range(3):
        state = await ann.turn()
        command = {"t": "move", "move": state["ways"][0]["move"], "n": state["v"]["squares"]["plies"]}
        assert (await ann.did(match_id, command))["t"] == "ack"
    await ann.turn()
    assert {event.side for event in moved(await live.record(match_id))} == {0, 1}


async def test_a_program_never_thinks_on_the_event_loop(live: Live, thinker: Thinker) -> None:
    match_id, ann = await against(live, "thinker")
    await give(match_id, ann, "g1f3")
    await ann.turn()
    await ann.did(match_id, {"t": "offerdraw"})
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    assert thinker.threads
    assert all(name.startswith("bot-slow") for name in thinker.threads)


@pytest.mark.parametrize("takes", [True, False])
@pytest.mark.parametrize("my_turn", [True, False])
async def test_a_program_answers_an_offer(live: Live, thinker: Thinker, takes: bool, my_turn: bool) -> None:
    thinker.takes_draws = takes
    match_id, ann = await against(live, "thinker")
    await give(match_id, ann, "g1f3")
    await ann.turn()
    if not my_turn:
        thinker.go.clear()
        thinker.thinking.clear()
        await give(match_id, ann, "f3g1")
        await asyncio.to_thread(thinker.thinking.wait, 10)
    assert (await ann.did(match_id, {"t": "offerdraw"}))["t"] == "ack"
    thinker.go.set()
    await ann.until(lambda: ann.table["v"]["squares"]["draw"] is None)
    kinds = [type(event).__name__ for event in await live.record(match_id) or ()]
    if takes:
        assert "DrawAccepted" in kinds
        assert ann.table["v"]["result"]["how"] in ("draw", "void")
    else:
        await ann.turn()
        assert ("DrawDeclined" in kinds) is my_turn, "a move declines, too"


async def test_what_was_thought_of_too_late_is_dropped(
    live: Live, thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    """The player resigns while the program thinks of its move."""
    thinker.go.clear()
    match_id, ann = await against(live, "thinker")
    await give(match_id, ann, "g1f3")
    await asyncio.to_thread(thinker.thinking.wait, 10)
    assert (await ann.did(match_id, {"t": "resign"}))["t"] == "ack"
    thinker.go.set()
    second_match, page = await against(live, "thinker")
    await page.turn()
    await give(second_match, page, "g1f3")
    await page.turn()
    assert len(moved(await live.record(match_id))) == 1
    assert not caplog.records


async def test_dice_do_not_wait_for_squares(live: Live, thinker: Thinker) -> None:
    thinker.go.clear()
    for _ in range(3):
        match_id, ann = await against(live, "thinker")
        await give(match_id, ann, "g1f3")
    tabla = await live.open(TableRequest(Terms("tabla", length=3), (None, bot_player("plain"))))
    bob = Page(live, "bob")
    await bob.sit(tabla)
    for _ in range(6):
        await bob.turn()
        await act(tabla, bob, bob)
    thinker.go.set()


class Broken(Thinker):
    """A program that fails at everything."""

    id = "broken"

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        raise RuntimeError("broken on purpose")

    def accepts_draw(self, position: BoardPosition, side: int, request: ThinkRequest) -> bool:
        raise RuntimeError("broken on purpose")


class Cheat(Thinker):
    """A program that plays what is not legal."""

    id = "cheat"

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        return Thought("e2e9")


@pytest.mark.parametrize("bot", [Broken(), Cheat()], ids=["broken", "cheat"])
async def test_a_match_goes_on_whatever_a_program_does(
    live: Live, bot: SquaresBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(bots._ON_SQUARES, bot.id, bot)
    match_id, ann = await against(live, bot.id)
    for move in ("g1f3", "b1c3"):
        assert (await give(match_id, ann, move))["t"] == "ack"
        await ann.turn()
    await ann.did(match_id, {"t": "offerdraw"})
    await ann.until(lambda: ann.table["v"]["squares"]["draw"] is None)
    assert caplog.records


class Wavering(Cheat):
    """A cheat that may think better of it."""

    id = "wavering"

    def __init__(self, cheats: int) -> None:
        super().__init__()
        self.left = cheats

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        self.left -= 1
        return super().think(position, request) if self.left >= 0 else Thought(position.legal_moves()[0].move)


@pytest.mark.parametrize("cheats", [1, 2])
async def test_a_program_is_asked_again_where_even_the_plainest_is_refused(
    live: Live, cheats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once more, as without a clock the match stands for ever; then a line in the log says so."""
    bot = Wavering(cheats)
    monkeypatch.setitem(bots._ON_SQUARES, bot.id, bot)
    monkeypatch.setattr(programs, "simplest_command", lambda match, side: cmd.Move("e2e9", 1))
    lost = asyncio.Event()
    monkeypatch.setattr(
        programs.log, "error", lambda text, *of: lost.set() if "no legal command" in text else None
    )
    match_id, ann = await against(live, bot.id)
    await give(match_id, ann, "g1f3")
    if cheats == 1:
        await ann.turn()
        assert len(moved(await live.record(match_id))) == 2
    else:
        await asyncio.wait_for(lost.wait(), PATIENCE)
        assert bot.left == 0
    assert lost.is_set() is (cheats == 2)


async def test_a_program_goes_on_after_a_restart(path: Path) -> None:
    live = await started(path)
    match_id, ann = await against(live, "modest")
    await give(match_id, ann, "g1f3")
    await ann.turn()
    await give(match_id, ann, "f3g1")
    await live.stop()
    live = await started(path)
    ann = Page(live, "ann")
    await ann.state(match_id)
    await ann.turn()
    assert len(moved(await live.record(match_id))) == 4
    await live.stop()


async def test_a_program_does_not_dawdle_when_its_time_runs_out(path: Path) -> None:
    live = await started(path, now=FakeNow())
    match_id, _, _ = await begun(live, Terms("chess", clock=ClockTerms(bank=6_000)))
    live_match = await host_of(live).live_match(match_id)
    assert live_match is not None
    last = ev.Moved(at=0, side=0, move="e2e4", text="e4")
    assert live_match.match.clock is not None
    since = live_match.match.clock.since
    assert pace(live_match.match, 1, last, 700, since) == 6_000 // THRIFT + SEEN
    assert pace(live_match.match, 1, last, 0, since) == 0
    await live.stop()


# -- whole games


@pytest.mark.parametrize("game", ["russian-draughts", "chess"])
async def test_two_people_play_to_the_end_over_sockets(live: Live, game: str) -> None:
    terms = Terms(game, {"safety_draw": True}, clock=ClockTerms(bank=600_000, increment=5_000))
    match_id = await live.open(TableRequest(terms))
    async with InProcessServer(live) as server:
        players = [
            Player(name, match_id, lambda: server.port, random.Random(name)) for name in ("ann", "bob")
        ]
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
    first, second = players
    assert first.refused == second.refused == {}
    assert {n: message["e"] for n, message in first.heard.items() if n in second.heard} == {
        n: message["e"] for n, message in second.heard.items() if n in first.heard
    }
    record = await live.record(match_id)
    assert record is not None
    assert verify(record).problem is None
    assert isinstance(record[-1], ev.MatchEnded)
    assert first.view["result"]["how"] == "played"
    assert first.view["result"]["why"]
