"""A club whose members play by the day: their matches are played by a host before the club opens."""

import asyncio
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.site_database import instead
from tests.support.servers import Server, furnish
from zaria.bots.heuristic import HeuristicPlayer
from zaria.club.site.database import databases
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.journal.factory import FILE
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match.match import Match
from zaria.match.terms import ClockTerms, Terms

PLAIN = HeuristicPlayer()


class DayMatch(NamedTuple):
    """A match to be played by the day until so many turns are over, and the side that is then to act.

    `pair` is the number of the two members who play it.
    """

    terms: Terms
    turns: int
    to_act: int
    pair: int = 0


def day_terms(game: str = "tabla", days: int = 2, length: int = 3) -> Terms:
    """Terms of a match by the day."""
    return Terms(game, length=length, clock=ClockTerms.by_days(days))


class DayClub:
    """A server with members in pairs, and the ids of their matches in the order of `matches`."""

    def __init__(self, data: Path, matches: Sequence[DayMatch]) -> None:
        """Call it where a test may reach the database."""
        self.home = data
        furnish(data)
        (data / "secret-key").write_text(settings.SECRET_KEY)
        with ThreadPoolExecutor(1) as aside:  # the browser's loop runs in this thread
            pairs = 1 + max(match.pair for match in matches)
            self.players: list[SignedIn] = aside.submit(_members, data, 2 * pairs).result()
            played = play_all(data / FILE, self.players, matches)
            self.matches: list[str] = aside.submit(asyncio.run, played).result()
        self.server = Server(data)


def _members(data: Path, number: int) -> list[SignedIn]:
    with instead(databases.default(None, data)):
        return sign_in(number)


async def play_all(path: Path, players: Sequence[SignedIn], matches: Sequence[DayMatch]) -> list[str]:
    """Play matches between pairs of members into a journal; return their ids."""
    live = await Live.start(LiveConfig(path=path))
    try:
        return [await _play(live, players, match) for match in matches]
    finally:
        await live.stop()


async def _play(live: Live, players: Sequence[SignedIn], wanted: DayMatch) -> str:
    first, second = (member.player for member in players[2 * wanted.pair :][:2])
    match_id = await live.open(TableRequest(wanted.terms, (first, second)))
    match = await _match(live, match_id)
    for player in (first, second):
        await _do(live, match_id, player.id, cmd.Sit(player, secrets.token_hex(16), match.seal))
    turns = 0
    while True:
        match = await _match(live, match_id)
        side = match.acting_side()
        assert side is not None, match.phase
        if turns >= wanted.turns and side == wanted.to_act:
            return match_id
        command: cmd.Command = cmd.Roll()
        if match.phase == "move":
            moves = PLAIN.turn(match.dice_position()).moves
            command = cmd.Play(moves, match.rolls, match.stage)
            turns += 1
        await _do(live, match_id, (first, second)[side].id, command)


async def _match(live: Live, match_id: str) -> Match:
    match = await live.match(match_id)
    assert match is not None
    return match


async def _do(live: Live, match_id: str, player: str, command: cmd.Command) -> None:
    stored: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    live.match_service.command(
        match_id, player, secrets.token_hex(8), command, live.now(), lambda seq, code: stored.set_result(code)
    )
    code = await stored
    assert code is None, code
