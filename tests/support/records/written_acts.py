"""The acts that a scribe writes of a match that was played."""

from collections.abc import Iterator, Sequence

from zaria.match import events as ev
from zaria.records.written_match import Act, CubeAct, DiceAct, EndAct, MoveAct, TurnAct


def acts_of(events: Sequence[ev.Event]) -> Iterator[Act]:
    """Yield the acts of a match without takebacks, forced turns among them."""
    for event in events:
        match event:
            case ev.OpeningRolled() | ev.Rolled():
                yield DiceAct(event.dice)
            case ev.TurnPlayed():
                yield TurnAct(event.moves)
            case ev.Moved():
                yield MoveAct(event.move)
            case ev.Doubled():
                yield CubeAct("double")
            case ev.Taken():
                yield CubeAct("take")
            case ev.Dropped():
                yield CubeAct("drop")
            case ev.ResignOffered():
                yield EndAct("resign", event.side, event.points)
