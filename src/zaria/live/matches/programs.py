"""Programs at the tables of a host: they sit down after their opponent, and act on their turn."""

import logging
from collections.abc import Callable, Iterator

from zaria.live.clock import Now
from zaria.live.engines.answers import side_to_answer, simplest_command
from zaria.live.engines.timeouts import pace
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.live_match import Answer, LiveMatch
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

    def __init__(self, bots: BotPlay, give: Give, now: Now) -> None:
        """`bots` think, `give` passes their commands to the host."""
        self._bots = bots
        self._give = give
        self._now = now

    def wake(self, room: LiveMatch) -> None:
        """Let programs act if it is their turn."""
        if room.match.phase == "open":
            self._seat(room)
        elif room.programs and room.bot_question_seq != room.seq:
            self._bots.drop(room.id)
            self._ask(room)

    def to_act(self, room: LiveMatch) -> bool:
        """Return whether a program must act."""
        if room.match.phase == "open":
            return any(True for _ in _seats(room))
        return room.programs and _program_to_act(room) is not None

    def _seat(self, room: LiveMatch) -> None:
        for side, place in _seats(room):
            self._command(room, place, side, cmd.Sit(place, room.match.seal, room.match.seal), 0)

    def _ask(self, room: LiveMatch) -> None:
        found = _program_to_act(room)
        if found is not None:
            side, player = found
            room.bot_question_seq = room.seq
            self._think(room, player, side, 0)

    def _think(self, room: LiveMatch, bot: ev.Player, side: int, tries: int) -> None:
        """Ask the engine, and execute its command unless the match has gone on."""
        match, seq, at = room.match, room.seq, self._now()

        def deliver(command: cmd.Command) -> None:
            if room.seq == seq:  # else another question was asked if necessary
                self._command(room, bot, side, command, tries)

        self._bots.ask(match, side, at, pace(match, side, room.events[-1], self._bots.pause, at), deliver)

    def _command(self, room: LiveMatch, bot: ev.Player, side: int, command: cmd.Command, tries: int) -> None:
        """Execute a command. If it is refused, try the simplest legal one, then ask the engine again.

        Where the match has moved, its new host asks the program.
        """
        seq = room.seq

        def answer(_: int, code: str | None) -> None:
            if code in (None, "not_stored", "moved") or room.seq != seq or room.match.phase == "open":
                return
            log.error("match %s: %r by %s refused: %s", room.id, command, bot.id, code)
            if tries + 1 == TRIES:
                log.error(
                    "match %s: %s has no legal command, the match waits for the next event", room.id, bot.id
                )
            elif tries % 2:
                self._think(room, bot, side, tries + 1)
            else:
                self._command(room, bot, side, simplest_command(room.match, side), tries + 1)

        self._give(room, bot.id, f"bot-{seq}-{tries}", command, answer)


def _seats(room: LiveMatch) -> Iterator[tuple[int, ev.Player]]:
    """The programs that must sit down, as their opponents are seated."""
    match = room.match
    for side in (0, 1):
        place = room.places[side]
        if place and place.bot and match.players[1 - side] and not match.players[side]:
            yield side, place


def _program_to_act(room: LiveMatch) -> tuple[int, ev.Player] | None:
    """The program that must act, and its side."""
    side = side_to_answer(room.match)
    player = None if side is None else room.match.players[side]
    return None if side is None or player is None or player.bot is None else (side, player)
