"""The effects of the events of a game with dice."""

from msgspec.structs import replace

from zaria.games.effects import effects_of
from zaria.games.protocols import IllegalTurnError
from zaria.match import events as ev
from zaria.match import takebacks
from zaria.match.clock import clock as clocks
from zaria.match.clock import running
from zaria.match.events import BrokenHistoryError
from zaria.match.match import Cube, Last, Match, TakebackRequests
from zaria.match.shared_events import Appliers, game_decided


def _game_started(match: Match, event: ev.GameStarted) -> Match:
    terms = match.terms.clock
    match = replace(
        match,
        game_no=event.number,
        crawford=event.crawford,
        crawford_done=match.crawford_done or event.crawford,
        clock=terms and clocks.wound(terms, match.clock),
    )
    return _set_up(match, event.at, event.starter)


def _restarted(match: Match, event: ev.Restarted) -> Match:
    """The starter is chosen as for this game originally; the banks are kept."""
    if match.terms.position:
        return _set_up(match, event.at, match.starter)
    rolled_for = match.game_no == 1 or match.dice_game().next_starter == "roll"
    return _set_up(match, event.at, None if rolled_for else match.starter)


def _set_up(match: Match, at: int, starter: int | None) -> Match:
    """The start position; the starter is to roll, or the opening roll is awaited."""
    first = starter or 0
    return replace(
        match,
        phase="between" if starter is None else "roll",
        position=match.dice_game().nth(match.game_no).first_position(match.terms.position, first),
        starter=starter,
        turn=first,
        dice=None,
        stage=0,
        fresh=True,
        acted=match.acted if match.terms.by_day else (False, False),
        cube=Cube(),
        offer=0,
        refused=0,
        idle=0,
        last=None,
        past=(),
        requests=TakebackRequests(),
        clock=running.passed(match, at, starter, clocks.INTERMISSION),
    )


def _opening_rolled(match: Match, event: ev.OpeningRolled) -> Match:
    first, second = event.dice
    match = replace(match, rolls=event.n, dice=event.dice)
    if first == second:
        return _doubled_by_itself(match)
    starter = 0 if first > second else 1
    game = match.dice_game().nth(match.game_no)
    plays = game.opening == "play"
    return replace(
        match,
        phase="move" if plays else "roll",
        position=game.start(starter).rolled(event.dice) if plays else game.start(starter),
        starter=starter,
        turn=starter,
        dice=event.dice if plays else None,
        fresh=not plays,
        clock=running.passed(match, event.at, starter, clocks.INTERMISSION),
    )


def _doubled_by_itself(match: Match) -> Match:
    """Equal opening dice: the cube, still in the middle, doubles as often as was agreed."""
    value = match.cube.value
    if match.crawford or value >= 2**match.terms.auto_doubles:
        return match
    return replace(match, cube=Cube(value * 2))


def _rolled(match: Match, event: ev.Rolled) -> Match:
    try:
        position = match.dice_position().rolled(event.dice)
    except IllegalTurnError as error:
        raise BrokenHistoryError(str(error)) from error
    after = replace(
        match,
        phase="move",
        position=position,
        rolls=event.n,
        dice=event.dice,
        stage=0,
        fresh=False,
        idle=match.idle + 1,
        clock=match.clock and clocks.show_dice(match.clock, event.at),
    )
    return takebacks.rolled(match, event, after)


def _turn_played(match: Match, event: ev.TurnPlayed) -> Match:
    before = match.dice_position()
    if before.duty is None:
        raise BrokenHistoryError("a turn without a roll")
    try:
        turn = before.complete(event.moves)
        position = before.play(turn)
    except IllegalTurnError as error:
        raise BrokenHistoryError(str(error)) from error
    decided = position.outcome() is not None or position.locked()
    going = position.duty is not None and not decided
    same = going and position.turn == before.turn
    after = replace(
        match,
        phase="between" if decided else "move" if going else "roll",
        position=position,
        turn=position.turn,
        dice=match.dice if going else None,
        stage=match.stage + 1 if going else 0,
        refused=match.refused if same else 0,
        idle=0 if event.moves else match.idle,
        last=Last(event.side, event.moves, event.text, effects_of(before.game.contact, turn.steps)),
        clock=running.after_stage(match, event, position.turn, done=not same),
    )
    return takebacks.remembered(match, event, after)


def _doubled(match: Match, event: ev.Doubled) -> Match:
    after = takebacks.answered(match)
    return replace(after, phase="double", proposed=(event.value,), clock=running.asking(match, event.at))


def _countered(match: Match, event: ev.Beavered | ev.Raccooned) -> Match:
    """A beaver or a raccoon: the other side answers now."""
    return replace(
        match,
        proposed=(*match.proposed, event.value),
        clock=running.asking_on(match, event.at, 1 - event.side),
    )


def _taken(match: Match, event: ev.Taken) -> Match:
    if not match.proposed:
        raise BrokenHistoryError("nothing was offered that could be taken")
    return replace(
        match,
        phase="roll",
        cube=Cube(match.proposed[-1], 1 - match.turn),
        proposed=(),
        clock=running.resumed(match, event.at),
    )


def _resign_offered(match: Match, event: ev.ResignOffered) -> Match:
    return replace(
        match,
        phase="resign",
        offer=event.points,
        resumes=match.phase,
        clock=running.asking(match, event.at),
    )


def _resign_rejected(match: Match, event: ev.ResignRejected) -> Match:
    return replace(
        match,
        phase=match.resumes,
        offer=0,
        refused=match.offer,
        clock=running.resumed(match, event.at),
    )


APPLIERS: Appliers = {
    ev.GameStarted: _game_started,
    ev.OpeningRolled: _opening_rolled,
    ev.Rolled: _rolled,
    ev.TurnPlayed: _turn_played,
    ev.Doubled: _doubled,
    ev.Beavered: _countered,
    ev.Raccooned: _countered,
    ev.Taken: _taken,
    ev.Dropped: game_decided,
    ev.ResignOffered: _resign_offered,
    ev.ResignAccepted: game_decided,
    ev.ResignRejected: _resign_rejected,
    ev.Restarted: _restarted,
}
