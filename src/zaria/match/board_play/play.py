"""The play of board games in a match."""

from zaria.games.protocols import GameKind
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.board_play import commands, view
from zaria.match.board_play import moves as applying
from zaria.match.draft import Draft
from zaria.match.events import BrokenHistoryError
from zaria.match.match import Match
from zaria.match.moment import Moment
from zaria.match.play import BoardShape, Handlers, MoveView
from zaria.match.refusals import CommandRefusedError
from zaria.match.shared_events import Appliers

_HANDLERS: Handlers = {
    cmd.Move: commands.move,
    cmd.Resign: commands.resign,
    cmd.OfferDraw: commands.offer_draw,
    cmd.AcceptDraw: commands.accept_draw,
    cmd.DeclineDraw: commands.decline_draw,
    cmd.Abort: commands.abort,
}

_ORDERED = (
    ev.Moved,
    ev.Resigned,
    ev.Aborted,
    ev.DrawOffered,
    ev.DrawAccepted,
    ev.DrawDeclined,
    ev.Flagged,
    ev.Claimed,
    ev.Annulled,
    ev.TakenBack,
    ev.TakebackRequested,
    ev.TakebackDeclined,
)
"""Events that may happen while a board game is played."""


class BoardPlay:
    """Moves on squares, draws by agreement, resignation at any time."""

    kind: GameKind = "board"
    handlers = _HANDLERS
    appliers: Appliers = applying.APPLIERS

    def actor(self, match: Match, side: int | None) -> int:
        """The side that gives a command of play: most may be given at any time."""
        if side != 0 and side != 1:
            raise CommandRefusedError("not_a_player")
        if match.phase != "move":
            raise CommandRefusedError("not_now")
        return side

    def starter(self, match: Match) -> int | None:
        """The side that moves first."""
        return match.board_position().turn

    def check_order(self, match: Match, event: ev.Event) -> None:
        """Raise `BrokenHistoryError` unless the event may follow: only the side on turn moves.

        Other programs have other draws: in their files a game may go on past what ends it here.
        """
        kind = type(event).__struct_config__.tag
        past = not match.seal and match.result is None and match.board_position().outcome() is not None
        played = match.phase == "move" or (past and match.phase == "between")
        if not played or not isinstance(event, _ORDERED):
            raise BrokenHistoryError(f"“{kind}” cannot follow here")
        if isinstance(event, ev.Moved) and event.side != match.turn:
            raise BrokenHistoryError(f"“{kind}” is not for side {event.side}")
        if isinstance(event, ev.DrawAccepted | ev.DrawDeclined) and match.draw_offers.offer != 1 - event.side:
            raise BrokenHistoryError(f"“{kind}” is not for side {event.side}")

    def end_on_time(self, draft: Draft, before: Match, loser: int) -> None:
        """End the game, which is the match."""
        commands.finish(draft, 1 - loser, "time")

    def end_by_absence(self, draft: Draft, before: Match, winner: int | None) -> None:
        """End the game, which is the match; no winner: a draw."""
        commands.finish(draft, winner, "left")

    def moment(self, match: Match) -> Moment:
        """The visible state that an event may change."""
        return view.moment(match)

    def board_shape(self, match: Match) -> BoardShape:
        """The shape of the board."""
        return view.board_shape(match)

    def tree(self, match: Match) -> bytes | None:
        """None: nothing is moved step by step."""
        return None

    def effects(self, match: Match) -> bytes | None:
        """None: there is no tree."""
        return None

    def moves(self, match: Match) -> list[MoveView] | None:
        """All legal moves of the side to move; None while nobody is to move."""
        return view.moves(match)

    def plies(self, match: Match) -> int:
        """Return the number of moves that both sides together have made."""
        return match.board_position().plies

    def notation(self, before: Match, event: ev.TurnPlayed | ev.Moved) -> str:
        """The move as books of the game write it."""
        assert isinstance(event, ev.Moved)
        return before.board_position().notation(event.move)

    def position_text(self, match: Match) -> str:
        """The FEN of the game."""
        return match.board_position().to_text()
