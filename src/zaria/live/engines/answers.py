"""What a program does now, as a command: thought out, in haste, or the plainest that is legal."""

import logging
from typing import Literal, Protocol

import msgspec

from zaria import bots
from zaria.bots.heuristic import HeuristicPlayer
from zaria.bots.levels.lapses import seed
from zaria.bots.player import Asked, Bot, SquaresBot
from zaria.bots.squares import MaterialPlayer
from zaria.bots.teaching import Advice, NoAdviceError, hint, review
from zaria.games.squares import SquaresPosition
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match.match import Match
from zaria.match.play import Kind
from zaria.match.plays import play_of
from zaria.match.scoring import classes

log = logging.getLogger(__name__)

NOBODYS = cmd.Roll()
"""The command in the answer to a lesson, which nobody obeys: whose match is over has none of his own."""

Lesson = Literal["", "hint", "review"]
"""What a person in training asks; "": nothing, a program is to act."""


class Answer(msgspec.Struct, frozen=True):
    """What a program does, and how hard that was to choose, 0 to 1 (see `bots.player.Thought`).

    `advice` is what was asked for in a lesson; None: there is none, or nobody had the time for it (`late`).
    """

    command: cmd.Command
    doubt: float = 0.0
    advice: Advice | None = None
    late: bool = False


def asked(match: Match) -> int | None:
    """The side that has to do something: to act or, if a program was offered a draw, to answer that."""
    offer = match.talk.offer
    if offer is not None:
        other = match.players[1 - offer]
        if other is not None and other.bot is not None:
            return 1 - offer
    return match.to_act()


def answer(match: Match, side: int, seconds: float | None = None, lesson: Lesson = "") -> Answer:
    """What the program on `side` does now; whatever it raises, some legal command.

    `seconds`: how long it may think, None: as long as it is used to. A `lesson` asks what a person on `side`
    could do best, or what his last turn has cost: the advice counts then, and the command is nobody's.
    """
    if lesson:
        return Answer(NOBODYS, advice=_advised(match, lesson))
    player = match.players[side]
    try:
        if player is None or player.bot is None:
            raise bots.UnknownBotError("no program sits there")
        asked = Asked(seed(match), seconds, match)
        return _CHOICES[play_of(match).kind].by(player.bot, match, side, asked)
    except Exception:
        log.exception("match %s: the program failed", match.id)
        return Answer(plainest(match, side))


def _advised(match: Match, lesson: Lesson) -> Advice | None:
    try:
        return hint(match) if lesson == "hint" else review(match)
    except NoAdviceError:
        return None
    except Exception:
        log.exception("match %s: nothing can be taught", match.id)
        return None


def in_haste(match: Match, side: int) -> Answer:
    """What a plain player would do: where who was asked did not answer."""
    try:
        return _CHOICES[play_of(match).kind].in_haste(match, side)
    except Exception:
        log.exception("match %s: the plain player failed", match.id)
        return Answer(plainest(match, side))


def unthought(match: Match, side: int, lesson: Lesson) -> Answer:
    """The answer where nobody could think about it."""
    return Answer(NOBODYS, late=True) if lesson else Answer(plainest(match, side))


def plainest(match: Match, side: int) -> cmd.Command:
    """The simplest legal command of a side that has to do something."""
    return _CHOICES[play_of(match).kind].plainest(match, side)


class _Choices(Protocol):
    """What programs do in a game of one kind."""

    def by(self, bot_id: str, match: Match, side: int, asked: Asked) -> Answer:
        """What the program with this name does; raises `UnknownBotError`."""

    def in_haste(self, match: Match, side: int) -> Answer:
        """What a plain player does."""

    def plainest(self, match: Match, side: int) -> cmd.Command:
        """The simplest legal command."""


class _DiceChoices:
    """Rolls, turns, the cube and resignations."""

    _plain = HeuristicPlayer()

    def by(self, bot_id: str, match: Match, side: int, asked: Asked) -> Answer:
        return self._choose(bots.get(bot_id), match, side, asked)

    def in_haste(self, match: Match, side: int) -> Answer:
        return self._choose(self._plain, match, side, Asked())

    def plainest(self, match: Match, side: int) -> cmd.Command:
        """Accept a resignation only where no more can be won: a refused side plays on, and may ask again."""
        match match.phase:
            case "move":
                return cmd.Play(match.dice_position().turns()[0].moves, match.rolls, match.stage)
            case "double":
                return cmd.Take()
            case "resign":
                most, _ = classes(match)[-1]
                return cmd.Accept() if match.offer >= most else cmd.Reject()
            case _:
                return cmd.Roll()

    def _choose(self, bot: Bot, match: Match, side: int, asked: Asked) -> Answer:
        match match.phase:
            case "move":
                turn, doubt = bot.think(match.dice_position(), asked)
                return Answer(cmd.Play(turn.moves, match.rolls, match.stage), doubt)
            case "double":
                if cube.beaver_objection(match) is None and bot.beavers(match, side):
                    return Answer(cmd.Beaver(), 1.0)
                if cube.raccoon_objection(match) is None and bot.beavers(match, side):
                    return Answer(cmd.Raccoon(), 1.0)
                return Answer(cmd.Take() if bot.takes(match, side) else cmd.Drop(), 1.0)
            case "resign":
                enough = bot.accepts_resignation(match, side, match.offer)
                return Answer(cmd.Accept() if enough else cmd.Reject())
            case _:
                doubles = cube.objection(match) is None and bot.doubles(match, side)
                return Answer(cmd.Double() if doubles else cmd.Roll())


class _BoardChoices:
    """Moves, and answers to draw offers."""

    _plain = MaterialPlayer(0.02)

    def by(self, bot_id: str, match: Match, side: int, asked: Asked) -> Answer:
        return self._choose(bots.on_squares(bot_id), match, side, asked)

    def in_haste(self, match: Match, side: int) -> Answer:
        return self._choose(self._plain, match, side, Asked())

    def plainest(self, match: Match, side: int) -> cmd.Command:
        if side != match.turn:
            return cmd.DeclineDraw()
        position = match.board_position()
        return _move(position, position.legal_moves()[0].move)

    def _choose(self, bot: SquaresBot, match: Match, side: int, asked: Asked) -> Answer:
        """A program to move that does not accept a draw makes its move, which declines it."""
        position = match.board_position()
        if match.talk.offer == 1 - side and bot.accepts_draw(position, side, asked):
            return Answer(cmd.AcceptDraw())
        if side != match.turn:
            return Answer(cmd.DeclineDraw())
        move, doubt = bot.think(position, asked)
        return Answer(_move(position, move), doubt)


def _move(position: SquaresPosition, move: str) -> cmd.Move:
    return cmd.Move(move, position.plies)


_CHOICES: dict[Kind, _Choices] = {"dice": _DiceChoices(), "board": _BoardChoices()}
