"""Answers of programs as commands: chosen by an engine, by the fallback player, or the simplest legal one."""

import logging
from typing import Literal, Protocol

import msgspec

from zaria import bots
from zaria.bots.heuristic import HeuristicPlayer
from zaria.bots.levels.lapses import seed
from zaria.bots.player import Bot, SquaresBot, ThinkRequest
from zaria.bots.squares import MaterialPlayer
from zaria.bots.teaching import Advice, NoAdviceError, hint, opinion, review
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import GameKind
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.scoring import classes

log = logging.getLogger(__name__)

NOBODYS = cmd.Roll()
"""The command in the answer to a lesson; nothing executes it."""

Lesson = Literal["", "hint", "review", "opinion"]
"""The question of a person, in training or about a position; "": a program is to act."""


class Answer(msgspec.Struct, frozen=True):
    """The command of a program, and the difficulty of the choice, 0 to 1 (see `bots.player.Thought`).

    `advice` answers a lesson; None: there is none, or no engine had time for it (`late`).
    """

    command: cmd.Command
    doubt: float = 0.0
    advice: Advice | None = None
    late: bool = False


def side_to_answer(match: Match) -> int | None:
    """The side that must act or, if a program was offered a draw, answer."""
    offer = match.draw_offers.offer
    if offer is not None:
        opponent = match.players[1 - offer]
        if opponent is not None and opponent.bot is not None:
            return 1 - offer
    return match.to_act()


def answer(match: Match, side: int, seconds: float | None = None, lesson: Lesson = "") -> Answer:
    """Choose the command of the program on `side`; on any error, return some legal command.

    `seconds`: the time limit; None: the program's own. A `lesson` asks what a person on `side` could do best,
    what their last turn has cost, or what the position is worth: then the advice counts, and the command
    means nothing.
    """
    if lesson:
        return Answer(NOBODYS, advice=_advised(match, lesson))
    player = match.players[side]
    try:
        if player is None or player.bot is None:
            raise bots.UnknownBotError("no program sits there")
        return answer_by(player.bot, match, side, seconds)
    except Exception:
        log.exception("match %s: the engine failed", match.id)
        return Answer(simplest_command(match, side))


def answer_by(bot_id: str, match: Match, side: int, seconds: float | None = None) -> Answer:
    """Choose the command of the program `bot_id` if it played `side`; raises `bots.UnknownBotError`."""
    request = ThinkRequest(seed(match), seconds, match)
    return _CHOICES[play_of(match).kind].by(bot_id, match, side, request)


def _advised(match: Match, lesson: Lesson) -> Advice | None:
    try:
        if lesson == "opinion":
            return opinion(match)
        return hint(match) if lesson == "hint" else review(match)
    except NoAdviceError:
        return None
    except Exception:
        log.exception("match %s: the lesson failed", match.id)
        return None


def fallback_answer(match: Match, side: int) -> Answer:
    """The heuristic player's choice, where the engine did not answer."""
    try:
        return _CHOICES[play_of(match).kind].fallback_answer(match, side)
    except Exception:
        log.exception("match %s: the fallback player failed", match.id)
        return Answer(simplest_command(match, side))


def answer_without_engine(match: Match, side: int, lesson: Lesson) -> Answer:
    """The answer where no engine could think."""
    return Answer(NOBODYS, late=True) if lesson else Answer(simplest_command(match, side))


def simplest_command(match: Match, side: int) -> cmd.Command:
    """The simplest legal command of a side that must act."""
    return _CHOICES[play_of(match).kind].simplest_command(match, side)


class _Choices(Protocol):
    """The choices of programs in games of one kind."""

    def by(self, bot_id: str, match: Match, side: int, request: ThinkRequest) -> Answer:
        """The choice of the program with this name; raises `UnknownBotError`."""

    def fallback_answer(self, match: Match, side: int) -> Answer:
        """The choice of the heuristic player."""

    def simplest_command(self, match: Match, side: int) -> cmd.Command:
        """The simplest legal command."""


class _DiceChoices:
    """Rolls, turns, the cube and resignations."""

    _plain = HeuristicPlayer()

    def by(self, bot_id: str, match: Match, side: int, request: ThinkRequest) -> Answer:
        return self._choose(bots.get(bot_id), match, side, request)

    def fallback_answer(self, match: Match, side: int) -> Answer:
        return self._choose(self._plain, match, side, ThinkRequest())

    def simplest_command(self, match: Match, side: int) -> cmd.Command:
        """Accept a resignation only if there is no more to win: the opponent plays on and may offer again."""
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

    def _choose(self, bot: Bot, match: Match, side: int, request: ThinkRequest) -> Answer:
        match match.phase:
            case "move":
                turn, doubt = bot.think(match.dice_position(), request)
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

    def by(self, bot_id: str, match: Match, side: int, request: ThinkRequest) -> Answer:
        return self._choose(bots.on_squares(bot_id), match, side, request)

    def fallback_answer(self, match: Match, side: int) -> Answer:
        return self._choose(self._plain, match, side, ThinkRequest())

    def simplest_command(self, match: Match, side: int) -> cmd.Command:
        if side != match.turn:
            return cmd.DeclineDraw()
        position = match.board_position()
        return _move(position, position.legal_moves()[0].move)

    def _choose(self, bot: SquaresBot, match: Match, side: int, request: ThinkRequest) -> Answer:
        """Answer a draw offer or move; on its turn the move itself declines the offer."""
        position = match.board_position()
        if match.draw_offers.offer == 1 - side and bot.accepts_draw(position, side, request):
            return Answer(cmd.AcceptDraw())
        if side != match.turn:
            return Answer(cmd.DeclineDraw())
        move, doubt = bot.think(position, request)
        return Answer(_move(position, move), doubt)


def _move(position: BoardPosition, move: str) -> cmd.Move:
    return cmd.Move(move, position.plies)


_CHOICES: dict[GameKind, _Choices] = {"dice": _DiceChoices(), "board": _BoardChoices()}
