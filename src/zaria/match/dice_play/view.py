"""The visible state of a game with dice."""

from zaria.match import cube
from zaria.match.match import Match
from zaria.match.moment import Moment, Resignation, clock_view, results_view, takeback_view, turns_back
from zaria.match.play import BoardShape
from zaria.match.terms import SESSION

NO_STEPS = b"[[]]"
"""The tree of a stage of which nothing can be played."""


def moment(match: Match) -> Moment:
    """The visible state that an event of a game with dice may change."""
    position = match.dice_position()
    duty = position.duty if match.dice is not None else None
    return Moment(
        phase=match.phase,
        turn=match.turn,
        to_act=match.to_act(),
        men=(position.counts(0), position.counts(1)),
        pins=(position.pinned(0), position.pinned(1)),
        pips=(position.pips(0), position.pips(1)),
        dice=duty.stages[0] if duty is not None else (),
        thrown=match.dice or (),
        later=duty.stages[1:] if duty is not None else (),
        rest=duty is not None and not duty.own_roll,
        stage=match.stage,
        roll_no=match.rolls,
        cube=match.cube,
        proposed=match.proposed,
        can_double=match.terms.cube and cube.objection(match) is None,
        can_beaver=match.phase == "double" and cube.can_counter(match),
        resign=Resignation(match.turn, match.offer) if match.phase == "resign" else None,
        resign_min=(match.least_resignation(0), match.least_resignation(1)),
        clocks=clock_view(match),
        last=match.last,
        back=turns_back(match),
        takeback=takeback_view(match),
        results=results_view(match),
        can_finish=finishers(match),
        race=position.is_race(),
    )


def finishers(match: Match) -> tuple[bool, bool] | None:
    """Return whether each side may end the money session now; None in other matches."""
    return (match.may_finish(0), match.may_finish(1)) if match.terms.length == SESSION else None


def board_shape(match: Match) -> BoardShape:
    """The board of a game with dice."""
    game = match.dice_position().game
    contact = game.contact
    return BoardShape(contact.value, game.parallel, 0, "", True, 0, not contact.shares_road)


def tree(match: Match) -> bytes | None:
    """All ways to play the stage that is due, as JSON; None where none is due or nothing can be played."""
    if match.phase != "move":
        return None
    steps = match.dice_position().tree_json()
    return steps if steps != NO_STEPS else None


def effects(match: Match) -> bytes | None:
    """The effects of the steps of the tree, as JSON; None where none is due or none has any."""
    return match.dice_position().effects_json() if match.phase == "move" else None
