"""A member of the demo at the sockets of live play: without a network, but through the same sessions."""

import asyncio
import random
import secrets
from collections.abc import Callable

import msgspec

from zaria import bots
from zaria.bots.levels.lapses import seed
from zaria.bots.player import ThinkRequest
from zaria.club.demo import cast
from zaria.club.demo.cast import Role
from zaria.live.app import Live
from zaria.live.engines.answers import Answer, answer_by, side_to_answer
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.protocol.cards import Seeker
from zaria.live.sockets.protocol.client import Action, Command, Leave, RematchOffer, Seek, SitDown, Watch
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import RematchChanged
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.match import Match

_SEED_BYTES = 16
_THINKING_S, _HASTE_S = 0.08, 0.004
"""The longest searches of a board game: at a human pace, and in haste."""
_HASTE_LEVEL = 4
"""The highest level in haste: those above search."""
_DECIDED_ROLLS, _DECIDED_PIPS, _RESIGNS = 24, 30, 0.1
"""After so many rolls, and so many pips behind, this share of members resigns at their turn."""
_DRAWN_PLIES, _LONG_PLIES = 50, 90
"""Plies of a board game after which a draw is offered, and after which a side resigns."""


class _Message(msgspec.Struct):
    """The fields that a seat reads of any message."""

    t: str
    m: str = ""
    c: str | None = None
    code: str = ""


class _Invited(msgspec.Struct):
    """The table of an invitation."""

    id: str


class _Invitation(msgspec.Struct):
    card: _Invited


_decode = msgspec.json.Decoder(_Message).decode
_decode_invitation = msgspec.json.Decoder(_Invitation).decode
_decode_rematch = msgspec.json.Decoder(RematchChanged).decode


class Seat:
    """A `Connection` of a member. `called` takes the id of a match to which the member is called."""

    def __init__(self, live: Live, role: Role, player: Player, number: int) -> None:
        """`number` gives the seat an address of its own: those who share one do not play for ratings."""
        self.role, self.player = role, player
        self.user: Identity | None = Identity(player, role.language or "en")
        self.peer = f"198.18.{number // 250}.{number % 250 + 1}"
        self.rtt: int | None = None
        self.called: Callable[[str], None] = lambda match_id: None
        self._live = live
        self._answers: dict[str, asyncio.Future[str]] = {}
        self._session = live.endpoint.connected(self)

    def measure(self, now: int) -> None:
        """There is no way to measure: the seat is in this process."""

    def send(self, message: bytes) -> None:
        """Take a message of the server."""
        read = _decode(message)
        answer = self._answers.pop(read.c or "", None)
        if answer is not None and not answer.done():
            answer.set_result(read.code)
        elif read.t == "go":
            self.called(read.m)
        elif read.t == "call":
            self.called(_decode_invitation(message).card.id)
        elif read.t == "again":
            self._answer_rematch(_decode_rematch(message))

    def close(self, code: int = 1000) -> None:
        """Leave; also called by the server when it stops."""
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result("closed")
        if not self._session.closed:
            self._session.disconnected()

    def watch(self, match_id: str) -> None:
        """Be present at a table."""
        self._session.received(encode(Watch(match_id)))

    def leave(self, match_id: str) -> None:
        """Leave a table."""
        self._session.received(encode(Leave(match_id)))

    def answer_search(self, search: Seeker) -> None:
        """Answer a search: its table is set at once."""
        self._session.received(encode(Seek(search.game, search.speed, to=search.id)))

    async def sit(self, match: Match) -> str:
        """Take the seat at a table; "" or the code of the refusal."""
        return await self.do(match.id, SitDown(secrets.token_hex(_SEED_BYTES), match.seal))

    async def do(self, match_id: str, action: Action) -> str:
        """Execute a command; "" once it is stored, or the code of the refusal."""
        if self._session.closed:
            return "closed"
        command_id = secrets.token_hex(8)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[command_id] = answer
        self._session.received(encode(Command(match_id, command_id, action)))
        return await answer

    def choose(self, match: Match, side: int) -> Action:
        """Choose the next command of a side; takes up to some tenths of a second."""
        return _action(answer_by(f"level{self.role.level}", match, side, _THINKING_S))

    def choose_in_haste(self, match: Match, side: int) -> Action:
        """Choose within a millisecond or a few: by points, without regard to the score of the match."""
        bot_id = f"level{min(self.role.level, _HASTE_LEVEL)}"
        if match.phase != "move" or match.position.game.is_board:
            return _action(answer_by(bot_id, match, side, _HASTE_S))
        turn = bots.get(bot_id).think(match.dice_position(), ThinkRequest(seed(match))).choice
        return cmd.Play(turn.moves, match.rolls, match.stage)

    def _answer_rematch(self, message: RematchChanged) -> None:
        """Accept a rematch that the opponent offers, and go to its table."""
        if message.next is not None:
            self.called(message.next)
        elif message.offer is not None:
            again = encode(RematchOffer(message.m))
            asyncio.get_running_loop().call_later(2.0, self._session.received, again)


def _action(answer: Answer) -> Action:
    """The command of an answer: an engine gives none that only the server may give."""
    assert isinstance(answer.command, Action)
    return answer.command


def acting_seat(match: Match, seats: dict[str, Seat]) -> tuple[Seat, int] | None:
    """The seat whose turn it is at a table, and its side; None while nobody of the demo has to act.

    By the day the turns of those whom visitors can be wait for a visitor.
    """
    side = match.draw_offers.offer
    side = side_to_answer(match) if side is None else 1 - side
    player = None if side is None else match.players[side]
    seat = None if player is None else seats.get(player.id)
    if seat is None or side is None or (match.terms.by_day and seat.role.login in cast.VISITORS):
        return None
    return seat, side


def early_end(match: Match, side: int, chance: random.Random) -> Action | None:
    """The command by which a side ends a game that is decided, or has lasted long; None: they play on."""
    if match.position.game.is_board:
        plies = match.board_position().plies
        if plies > _LONG_PLIES:
            return cmd.Resign()
        offers = match.draw_offers
        may_offer = offers.offer is None and not offers.offered[side]
        return cmd.OfferDraw() if plies > _DRAWN_PLIES and may_offer else None
    if match.phase != "roll" or match.rolls < _DECIDED_ROLLS or match.refused:
        return None
    position = match.dice_position()
    lead = position.pips(side) - position.pips(1 - side)
    is_lost = lead > _DECIDED_PIPS and chance.random() < _RESIGNS
    return cmd.Resign(match.least_resignation(side)) if is_lost else None
