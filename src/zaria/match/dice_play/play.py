"""The play of games with dice in a match."""

from zaria.games.protocols import GameKind
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match import offers
from zaria.match.dice_play import appliers, turns, view
from zaria.match.draft import Draft
from zaria.match.events import BrokenHistoryError
from zaria.match.game_flow import end_game, forfeit_match
from zaria.match.match import Match, Phase
from zaria.match.moment import Moment
from zaria.match.play import BoardShape, Handlers, MoveView
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import forfeit
from zaria.match.shared_events import Appliers

_HANDLERS: Handlers = {
    cmd.Roll: turns.roll,
    cmd.Play: turns.play,
    cmd.Double: offers.double,
    cmd.Beaver: offers.beaver,
    cmd.Raccoon: offers.raccoon,
    cmd.Take: offers.take,
    cmd.Drop: offers.drop,
    cmd.Resign: offers.resign,
    cmd.Accept: offers.accept,
    cmd.Reject: offers.reject,
}

_PHASES: dict[type, tuple[Phase, ...]] = {
    ev.OpeningRolled: ("between",),
    ev.Rolled: ("roll",),
    ev.TurnPlayed: ("move",),
    ev.Doubled: ("roll",),
    ev.Beavered: ("double",),
    ev.Raccooned: ("double",),
    ev.Taken: ("double",),
    ev.Dropped: ("double",),
    ev.ResignOffered: ("roll", "move"),
    ev.ResignAccepted: ("resign",),
    ev.ResignRejected: ("resign",),
    ev.Flagged: ("roll", "move", "double", "resign"),
    ev.Claimed: ("roll", "move", "double", "resign"),
    ev.Finished: ("roll", "move", "double", "resign"),
    ev.Annulled: ("roll", "move", "double", "resign"),
    ev.TakenBack: ("roll", "move", "double", "resign"),
    ev.TakebackRequested: ("roll", "move"),
    ev.TakebackDeclined: ("roll", "move"),
    ev.ResultOffered: ("roll", "move"),
    ev.ResultAccepted: ("roll", "move"),
    ev.ResultDeclined: ("roll", "move"),
    ev.ResultHeld: ("roll", "move"),
    ev.Restarted: ("between",),
}
"""The phases in which each event may happen."""

_OF_EITHER_SIDE = (
    ev.Flagged,
    ev.Claimed,
    ev.Finished,
    ev.Annulled,
    ev.TakenBack,
    ev.TakebackRequested,
    ev.TakebackDeclined,
    ev.ResultOffered,
)
"""Events that need not be those of the side to act."""


class DicePlay:
    """Rolls and turns, the cube, resignations that are offered."""

    kind: GameKind = "dice"
    handlers = _HANDLERS
    appliers: Appliers = appliers.APPLIERS

    def actor(self, match: Match, side: int | None) -> int:
        """The side that gives a command of play: it must be the one to act."""
        if side not in (0, 1):
            raise CommandRefusedError("not_a_player")
        to_act = match.to_act()
        if to_act is None:
            raise CommandRefusedError("not_now")
        if side != to_act:
            raise CommandRefusedError("not_your_turn")
        return to_act

    def starter(self, match: Match) -> int | None:
        """None: the opening roll decides who begins, unless the terms name a position."""
        return match.terms.starter if match.terms.position else None

    def check_order(self, match: Match, event: ev.Event) -> None:
        """Raise `BrokenHistoryError` unless the event is due and that of the side to act."""
        kind = type(event).__struct_config__.tag
        if match.phase not in _PHASES.get(type(event), ()):
            raise BrokenHistoryError(f"“{kind}” cannot follow here")
        if isinstance(event, _OF_EITHER_SIDE):
            return
        if not match.seal and isinstance(event, ev.ResignOffered | ev.ResignAccepted):
            return  # in files of other programs the side that was to answer may give a game up
        if isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned) and event.value <= match.cube.value:
            raise BrokenHistoryError(f"a cube at {match.cube.value} is not raised to {event.value}")
        side = getattr(event, "side", None)
        if side is not None and side != match.to_act():
            raise BrokenHistoryError(f"“{kind}” is not for side {side}")

    def end_on_time(self, draft: Draft, before: Match, loser: int) -> None:
        """End the game for what a loss on time costs, with the offer of the cube that stood `before`."""
        end_game(draft, 1 - loser, forfeit(before), "", "time")

    def end_by_absence(self, draft: Draft, before: Match, winner: int | None) -> None:
        """End the match for what a loss on time costs; no winner: for nothing."""
        forfeit_match(draft, winner, 0 if winner is None else forfeit(before))

    def moment(self, match: Match) -> Moment:
        """The visible state that an event may change."""
        return view.moment(match)

    def board_shape(self, match: Match) -> BoardShape:
        """The shape of the present game's board."""
        return view.board_shape(match)

    def tree(self, match: Match) -> bytes | None:
        """All ways to play the stage that is due, as JSON; None where nothing can be played."""
        return view.tree(match)

    def effects(self, match: Match) -> bytes | None:
        """The effects of the steps of the tree, as JSON; None where none has any."""
        return view.effects(match)

    def moves(self, match: Match) -> list[MoveView] | None:
        """None: checkers are moved step by step."""
        return None

    def plies(self, match: Match) -> int:
        """0: rolls are counted."""
        return 0

    def notation(self, before: Match, event: ev.TurnPlayed | ev.Moved) -> str:
        """The turn, as `games.turn.Turn` writes it."""
        assert isinstance(event, ev.TurnPlayed)
        return str(before.dice_position().complete(event.moves))

    def position_text(self, match: Match) -> str:
        """The position in our own text."""
        return match.dice_position().to_text()
