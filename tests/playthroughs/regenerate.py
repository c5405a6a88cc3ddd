"""Golden playthroughs: recorded matches, and a transcript of each that spells out what the rules gave.

`python -m tests.playthroughs.regenerate` plays them anew, which is needed only when the rules or the
format of records change on purpose. The matches are played by the plain program with a little chance
mixed in; the transcript follows from the record alone.
"""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

from tests.match.table import NOW, PLAYERS, SEEDS
from zaria import bots
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms
from zaria.match.timing import deadline
from zaria.records.json import dump

HERE = Path(__file__).parent
CLOCK = ClockTerms(delay=12_000, bank=60_000)
FISCHER = ClockTerms(bank=120_000, increment=8_000)
MATCHES = {
    "tabla-single": Terms("tabla"),
    "tabla-match": Terms("tabla", length=7, cube=True, clock=CLOCK),
    "tapa-single": Terms("tapa"),
    "tapa-match": Terms("tapa", options={"first_long_move": "starter"}, length=3, cube=True, clock=FISCHER),
    "long-nardy-single": Terms("long-nardy", options={"home_mars": 4}),
    "long-nardy-match": Terms(
        "long-nardy", options={"head_list": "fivestars"}, length=5, cube=True, clock=CLOCK
    ),
}
PLAIN = bots.get("plain")


def main() -> None:
    """Write every record and its transcript."""
    for name, terms in MATCHES.items():
        events = played(name, terms)
        (HERE / f"{name}.json").write_bytes(dump(events))
        (HERE / f"{name}.txt").write_text("".join(f"{line}\n" for line in transcript(events)))
        print(f"{name}: {len(events)} events")


def played(name: str, terms: Terms) -> list[ev.Event]:
    """A whole match; all its chance comes from `name`."""
    chance = random.Random(name)
    dice = Dice(hashlib.sha256(name.encode()).digest(), name)
    now = NOW
    events: list[ev.Event] = [opened(name, terms, dice.seal, now)]
    match = evolve(None, events[0])
    while match.phase != "over":
        now += chance.randint(500, 9_000) if chance.random() < 0.992 else 40_000
        side, command = _next(match, now, chance)
        for event in decide(match, side, command, now, dice):
            match = evolve(match, event)
            events.append(event)
    return events


def _next(match: Match, now: int, chance: random.Random) -> tuple[int | None, cmd.Command]:
    limit = deadline(match)
    if limit is not None and now >= limit:
        return None, cmd.Flag()
    side = match.to_act()
    if side is None:
        free = match.players.index(None)
        return free, cmd.Sit(PLAYERS[free], SEEDS[free], match.seal)
    return side, _choose(match, side, chance)


def _choose(match: Match, side: int, chance: random.Random) -> cmd.Command:
    if match.phase == "double":
        return cmd.Take() if PLAIN.takes(match, side) else cmd.Drop()
    if match.phase == "resign":
        return cmd.Accept() if PLAIN.accepts_resignation(match, side, match.offer) else cmd.Reject()
    least = match.least_resignation(side)
    if chance.random() < 0.006 and least <= 3:
        return cmd.Resign(least)
    if match.dice is not None:
        turns = match.position.turns(match.dice)
        turn = chance.choice(turns) if chance.random() < 0.1 else PLAIN.turn(match.position, match.dice)
        return cmd.Play(turn.moves, match.rolls)
    doubles = cube.objection(match) is None and (PLAIN.doubles(match, side) or chance.random() < 0.01)
    return cmd.Double() if doubles else cmd.Roll()


def transcript(events: list[ev.Event]) -> Iterator[str]:
    """One line an event; a roll tells how many turns it leaves, a turn the position after it."""
    match: Match | None = None
    for number, event in enumerate(events, 1):
        match = evolve(match, event)
        yield f"{number:4} {_told(match, event)}".rstrip()


def _told(match: Match, event: ev.Event) -> str:
    kind = type(event).__name__
    if isinstance(event, ev.OpeningRolled | ev.Rolled):
        count = len(match.position.turns(event.dice)) if match.dice else "-"
        return f"{kind} {event.n}: {event.dice[0]}-{event.dice[1]}, turns: {count}"
    if isinstance(event, ev.TurnPlayed):
        return f"{kind} {event.side}: {event.text or 'pass'} -> {match.position.text()}"
    banks = match.clock.bank if match.clock else "none"
    return f"{kind}: {match.phase}, score {match.score}, cube {match.cube.value}, banks {banks}"


if __name__ == "__main__":
    main()
