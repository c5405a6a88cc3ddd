"""Programs at the tables of a host: they sit down after their opponent, and act when it is their turn."""

import logging
from collections.abc import Callable

from zaria.live.botplay import BotPlay
from zaria.live.engines.answers import asked, plainest
from zaria.live.engines.times import pace
from zaria.live.room import Answer, Room
from zaria.match import commands as cmd
from zaria.match import events as ev

log = logging.getLogger(__name__)

Give = Callable[[Room, str, str, cmd.Command, Answer], None]
"""(room, player's id, command id, command, answer): give a command as that player."""


class Programs:
    """Lets programs act through the same door as people."""

    def __init__(self, bots: BotPlay, give: Give) -> None:
        """`bots` think, `give` hands their commands to the host."""
        self._bots = bots
        self._give = give

    def wake(self, room: Room) -> None:
        """Let programs do what is theirs to do now."""
        if room.match.phase == "open":
            self._seat(room)
        elif room.programs:
            self._ask(room)

    def _seat(self, room: Room) -> None:
        match = room.match
        for side in (0, 1):
            place = room.places[side]
            if place and place.bot and match.players[1 - side] and not match.players[side]:
                self._command(room, place, side, cmd.Sit(place, match.seal, match.seal))

    def _ask(self, room: Room) -> None:
        match = room.match
        side = asked(match)
        player = None if side is None else match.players[side]
        if side is None or player is None or player.bot is None or room.bot_asked == room.seq:
            return
        seq = room.bot_asked = room.seq

        def deliver(command: cmd.Command) -> None:
            if room.seq == seq:  # else more has happened, and it was asked again if need be
                self._command(room, player, side, command)

        self._bots.ask(match, side, pace(match, side, room.events[-1], self._bots.pause), deliver)

    def _command(
        self, room: Room, bot: ev.Player, side: int, command: cmd.Command, last: bool = False
    ) -> None:
        """One that is refused is replaced by the plainest."""
        seq = room.seq

        def answer(_: int, code: str | None) -> None:
            if code in (None, "not_stored") or room.seq != seq or room.match.phase == "open":
                return
            log.error("match %s: %r by %s refused: %s", room.id, command, bot.id, code)
            if not last:
                self._command(room, bot, side, plainest(room.match, side), last=True)

        self._give(room, bot.id, f"bot-{seq}-{last:d}", command, answer)
