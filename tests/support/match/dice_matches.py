"""A match driven in memory, for tests: one clock in hand, and dice that are true or loaded."""

from msgspec.structs import replace

from zaria.games.tables.game import TablesGame
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide, drafted
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms
from zaria.match.versions import RULES_VERSION

NOW = 1_760_000_000_000
SEEDS = ("0123456789abcdef", "fedcba9876543210")
PLAYERS = (ev.Player("p0", "Ada", "#b33"), ev.Player("p1", "Boris", "#33b"))


class Loaded(Dice):
    """Dice that fall as listed; after that by the secret."""

    def __init__(self, *rolls: tuple[int, int]) -> None:
        super().__init__(bytes(32), "m1")
        self.rolls = list(rolls)

    def roll(self, seeds: tuple[str, str], n: int) -> tuple[int, int]:
        return self.rolls[n - 1] if n <= len(self.rolls) else super().roll(seeds, n)


class Table:
    """A match, all its events so far, and `now`, which stands still unless a test moves it."""

    def __init__(
        self,
        terms: Terms,
        *rolls: tuple[int, int],
        dice: Dice | None = None,
        seated: bool = True,
        version: int = RULES_VERSION,
    ) -> None:
        self.dice = dice or Loaded(*rolls)
        self.now = NOW
        terms.check(version)
        first = ev.Opened(at=NOW, version=version, id=self.dice.match_id, terms=terms, seal=self.dice.seal)
        self.events: list[ev.Event] = [first]
        self.match: Match = evolve(None, self.events[0])
        if seated:
            self.sit(0)
            self.sit(1)

    def sit(self, side: int) -> list[ev.Event]:
        player = replace(PLAYERS[side], member=self.match.terms.by_day)
        return self.do(side, cmd.Sit(player, SEEDS[side], self.match.seal))

    def do(self, side: int | None, command: cmd.Command, lag: int = 0) -> list[ev.Event]:
        """Give a command; the new events are applied and returned."""
        draft = drafted(self.match, side, command, self.now, self.dice, lag)
        for event, after in draft.steps():
            self.match = evolve(self.match, ev.decode(ev.encode(event)))
            assert after == self.match  # a host goes on with it instead of reading what it has stored
        self.events += draft.events
        return draft.events

    def act(self, command: cmd.Command) -> list[ev.Event]:
        """Give a command for the side to act."""
        return self.do(self.match.to_act(), command)

    def refused(self, side: int | None, command: cmd.Command, lag: int = 0) -> str:
        """The code with which a command is refused; "" when it is carried out."""
        try:
            decide(self.match, side, command, self.now, self.dice, lag)
        except CommandRefusedError as refused:
            return refused.code
        return ""

    def play(self, pick: int = 0) -> list[ev.Event]:
        """Play one of the legal turns of the stage, the first by default."""
        turns = self.match.dice_position().turns()
        return self.give(turns[pick % len(turns)].moves)

    def give(self, moves: tuple[ev.Move, ...]) -> list[ev.Event]:
        """Play these moves as the stage that is to be played."""
        return self.act(cmd.Play(moves, self.match.rolls, self.match.stage))

    def step(self) -> list[ev.Event]:
        """Roll or play, whatever is next."""
        return self.act(cmd.Roll()) if self.match.phase == "roll" else self.play()

    def place(self, text: str, turn: int = 0, **fields: object) -> None:
        """Put up a position, the named side on roll (not part of any history)."""
        game = self.match.dice_position().game
        assert isinstance(game, TablesGame)
        position = game.parse(text, turn)
        self.match = replace(self.match, **{"position": position, "turn": turn, **fields})

    def force(self, **fields: object) -> None:
        """Change parts of the state (not part of any history)."""
        self.match = replace(self.match, **fields)
