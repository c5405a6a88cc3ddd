"""Programs tell a member nothing on the boards of that member's running matches by the day."""

import asyncio
from typing import Any

from msgspec.structs import replace

from tests.support.match.board_matches import give
from tests.support.match.dice_matches import Table
from zaria.live.engines.answers import simplest_command
from zaria.live.journal.base import Stored, StoreUnavailableError, WaitingTable
from zaria.live.journal.rows import rows
from zaria.live.matches.cards import listing
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.matches.programs import Programs
from zaria.live.matches.running_boards import RunningBoards
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.terms import ClockTerms, Terms

MOVES = ("e2e4", "c7c5", "g1f3", "d7d6")
BEFORE_LAST = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
ELSEWHERE = "6k1/5ppp/8/8/8/8/8/R6K b - - 0 1"
PLACES = encode_places((None, None))
MEMBER, PROGRAM = ev.Player("ann", "Ann", "#333", member=True), ev.Player("b", "B", "#333", bot="plain")


class OneMatch:
    """A journal with one match by the day, of the member `ann`; `is_away`: it cannot be read."""

    def __init__(self, *, is_rated: bool = True) -> None:
        table = Table(Terms("chess", clock=ClockTerms.by_days(2), rated=is_rated))
        for move in MOVES:
            give(table, move)
        self.is_away = False
        self.loads = 0
        self._stored = Stored(bytes(32), PLACES, rows(0, table.events))
        last = len(table.events) - 1
        card = listing(table.match, (None, None), public=False, since=0, n=last)
        self._table = WaitingTable("running", card, 0, 0, None, last)

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        if self.is_away:
            raise StoreUnavailableError("away")
        return [self._table] if player_id == MEMBER.id else []

    async def load(self, match_id: str) -> Stored | None:
        self.loads += 1
        return self._stored if match_id == "running" else None


class Counted:
    """Programs that think about nothing; `questions` counts what they are asked."""

    pause = 0

    def __init__(self) -> None:
        self.questions = 0

    def ask(self, match: Match, side: int, at: int, after: int, deliver: Any) -> None:
        self.questions += 1

    def drop(self, match_id: str) -> None:
        """Nothing is open."""


async def replies(journal: OneMatch, position: str, move: str, person: ev.Player = MEMBER) -> tuple[int, int]:
    """The questions to the engine, and the simplest commands, after the move of a person from a position."""
    table = Table(Terms("chess", position=position), seated=False)
    side = table.match.position.turn
    for number in (0, 1):
        player = person if number == side else PROGRAM
        table.do(number, cmd.Sit(player, "0123456789abcdef", table.match.seal))
    give(table, move)
    live_match = LiveMatch("m", bytes(32), PLACES)
    for row in rows(0, table.events):
        live_match.take(row)
    bots, commands = Counted(), list[cmd.Command]()

    def take(_match: LiveMatch, _player: str, _cid: str, command: cmd.Command, _answer: Any) -> None:
        commands.append(command)

    programs = Programs(bots, take, lambda: 0, RunningBoards(journal))  # type: ignore[arg-type]
    programs.wake(live_match)
    for check in asyncio.all_tasks() - {asyncio.current_task()}:
        await check
    assert commands in ([], [simplest_command(live_match.match, 1 - side)])
    return bots.questions, len(commands)


async def test_no_engine_replies_on_a_running_board() -> None:
    assert await replies(OneMatch(), BEFORE_LAST, "d7d6") == (0, 1)


async def test_it_replies_elsewhere_and_to_others() -> None:
    assert await replies(OneMatch(), ELSEWHERE, "h7h6") == (1, 0)
    assert await replies(OneMatch(is_rated=False), BEFORE_LAST, "d7d6") == (1, 0)
    for person in (replace(MEMBER, id="bob"), replace(MEMBER, member=False)):
        assert await replies(OneMatch(), BEFORE_LAST, "d7d6", person) == (1, 0)


async def test_no_engine_replies_while_the_running_matches_cannot_be_read() -> None:
    journal = OneMatch()
    journal.is_away = True
    assert await replies(journal, ELSEWHERE, "h7h6") == (0, 1)


async def test_a_running_match_is_read_once() -> None:
    journal = OneMatch()
    running_boards = RunningBoards(journal)  # type: ignore[arg-type]
    tables = await journal.waiting_tables(MEMBER.id)
    first = await running_boards.of_tables(tables, "chess")
    assert await running_boards.of_tables(tables, "chess") == first != frozenset()
    assert await running_boards.of_tables(tables, "draughts") == frozenset()
    assert journal.loads == 1
