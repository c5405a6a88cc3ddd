"""Programs at the tables of a host: they sit down after their opponent, and act on their turn."""

import asyncio
import logging
from collections.abc import Callable, Iterator

from zaria.live.clock import Now
from zaria.live.engines.answers import side_to_answer, simplest_command
from zaria.live.engines.timeouts import pace
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.running_boards import RunningBoards
from zaria.match import commands as cmd
from zaria.match import events as ev

log = logging.getLogger(__name__)

TRIES = 4
"""Commands for one decision: the engine's choice, the simplest legal one, and both once more, in case the
cause of the refusals has passed."""

Give = Callable[[LiveMatch, str, str, cmd.Command, Answer], None]
"""(match, player's id, command id, command, answer): execute a command of that player."""


class Programs:
    """Lets programs act by the same commands as people."""

    def __init__(self, bots: BotPlay, give: Give, now: Now, running_boards: RunningBoards) -> None:
        """`bots` think, `give` passes their commands to the host.

        `running_boards`: those about which they must not tell their opponents anything.
        """
        self._bots = bots
        self._running_boards = running_boards
        self._checks: set[asyncio.Task[None]] = set()
        self._give = give
        self._now = now

    def wake(self, live_match: LiveMatch) -> None:
        """Let programs act if it is their turn."""
        if live_match.match.phase == "open":
            self._seat(live_match)
        elif live_match.programs and live_match.bot_question_seq != live_match.seq:
            self._bots.drop(live_match.id)
            self._ask(live_match)

    def close(self) -> None:
        """Begin nothing more."""
        for check in self._checks:
            check.cancel()

    def to_act(self, live_match: LiveMatch) -> bool:
        """Return whether a program must act."""
        if live_match.match.phase == "open":
            return any(True for _ in _seats(live_match))
        return live_match.programs and _program_to_act(live_match) is not None

    def _seat(self, live_match: LiveMatch) -> None:
        for side, place in _seats(live_match):
            self._command(
                live_match, place, side, cmd.Sit(place, live_match.match.seal, live_match.match.seal), 0
            )

    def _ask(self, live_match: LiveMatch) -> None:
        program = _program_to_act(live_match)
        if program is not None:
            side, player = program
            live_match.bot_question_seq = live_match.seq
            if live_match.match.terms.position:
                check = asyncio.create_task(self._think_unless_silent(live_match, player, side))
                self._checks.add(check)
                check.add_done_callback(self._checks.discard)
            else:
                self._think(live_match, player, side, 0)

    async def _think_unless_silent(self, live_match: LiveMatch, bot: ev.Player, side: int) -> None:
        """Ask the engine, unless it would answer on a board of the opponent's own match by the day.

        There the program makes the simplest legal command, which tells nothing about the board.
        """
        match, seq = live_match.match, live_match.seq
        try:
            is_silent = await self._running_boards.silences_program(match, side)
        except Exception:  # the match must go on
            log.exception("match %s: the running matches of a player cannot be read", live_match.id)
            is_silent = True
        if live_match.seq != seq:
            return
        if is_silent:
            self._command(live_match, bot, side, simplest_command(match, side), TRIES - 1)
        else:
            self._think(live_match, bot, side, 0)

    def _think(self, live_match: LiveMatch, bot: ev.Player, side: int, tries: int) -> None:
        """Ask the engine, and execute its command unless the match has gone on."""
        match, seq, at = live_match.match, live_match.seq, self._now()

        def deliver(command: cmd.Command) -> None:
            if live_match.seq == seq:  # else another question was asked if necessary
                self._command(live_match, bot, side, command, tries)

        self._bots.ask(
            match, side, at, pace(match, side, live_match.events[-1], self._bots.pause, at), deliver
        )

    def _command(
        self, live_match: LiveMatch, bot: ev.Player, side: int, command: cmd.Command, tries: int
    ) -> None:
        """Execute a command. If it is refused, try the simplest legal one, then ask the engine again.

        Where the match has moved, its new host asks the program.
        """
        seq = live_match.seq

        def answer(_: int, code: str | None) -> None:
            if (
                code in (None, "not_stored", "moved")
                or live_match.seq != seq
                or live_match.match.phase == "open"
            ):
                return
            log.error("match %s: %r by %s refused: %s", live_match.id, command, bot.id, code)
            if tries + 1 == TRIES:
                log.error(
                    "match %s: %s has no legal command, the match waits for the next event",
                    live_match.id,
                    bot.id,
                )
            elif tries % 2:
                self._think(live_match, bot, side, tries + 1)
            else:
                self._command(live_match, bot, side, simplest_command(live_match.match, side), tries + 1)

        self._give(live_match, bot.id, f"bot-{seq}-{tries}", command, answer)


def _seats(live_match: LiveMatch) -> Iterator[tuple[int, ev.Player]]:
    """The programs that must sit down, as their opponents are seated."""
    match = live_match.match
    for side in (0, 1):
        place = live_match.places[side]
        if place and place.bot and match.players[1 - side] and not match.players[side]:
            yield side, place


def _program_to_act(live_match: LiveMatch) -> tuple[int, ev.Player] | None:
    """The program that must act, and its side."""
    side = side_to_answer(live_match.match)
    player = None if side is None else live_match.match.players[side]
    return None if side is None or player is None or player.bot is None else (side, player)
