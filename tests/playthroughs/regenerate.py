"""Golden playthroughs: recorded matches, and a transcript of each that spells out what the rules gave.

`python -m tests.playthroughs.regenerate` plays them anew, or those named behind it, which is needed only
when the rules or the format of records change on purpose: a record that was made before such a change and
still tells the same story is the better proof. The matches are played by the plain program with a little
chance mixed in; the transcript follows from the record alone.
"""

import hashlib
import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from tests.support.match.dice_matches import NOW, PLAYERS, SEEDS
from zaria import games
from zaria.bots.heuristic import HeuristicPlayer
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline
from zaria.match.decide import decide
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.seats import opened
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.records.formats.json import dump

HERE = Path(__file__).parent
CLOCK = ClockTerms(delay=12_000, bank=60_000)
FISCHER = ClockTerms(bank=120_000, increment=8_000)
MATCHES = {
    **{f"{game}-single": Terms(game) for game in games.names() if len(games.get(game).rotation) == 1},
    "tabla-match": Terms("tabla", length=7, cube=True, clock=CLOCK),
    "tapa-match": Terms("tapa", options={"first_long_move": "starter"}, length=3, cube=True, clock=FISCHER),
    "long-nardy-match": Terms(
        "long-nardy", options={"head_list": "fivestars"}, length=5, cube=True, clock=CLOCK
    ),
    "three-games-match": Terms("three-games", length=3, cube=True, beaver=True, clock=CLOCK),
    "tavli-match": Terms("tavli", length=5, clock=CLOCK),
    "tapa-restart": Terms("tapa", options={"first_long_move": "off"}),
    "backgammon-money": Terms(
        "backgammon", cube=True, beaver=True, raccoon=True, jacoby=True, auto_doubles=2, stakes=Stakes(100)
    ),
    "short-nardy-raises": Terms(
        "short-nardy",
        options={"caucasus": True, "hit_then_off_ban": True},
        length=3,
        cube=True,
        raises="add",
        auto_doubles=1,
    ),
    "short-nardy-ban": Terms("short-nardy", options={"caucasus": True}),
    "short-nardy-5s-paritet": Terms("short-nardy-5s", options={"paritet": True, "koks": False}, length=3),
    "crazy-gulbar-agreed": Terms("crazy-gulbar", options={"ladder": 4, "six_block": "turn"}),
}
SHOWS: dict[str, Callable[[list[ev.Event]], bool]] = {
    "three-games-match": lambda events: _last_game(events) >= 3,
    "tavli-match": lambda events: _last_game(events) >= 3,
    "antitabla-single": lambda events: len(events) < 200,
    "backgammon-money": lambda events: (
        _has(events, ev.Raccooned) and _opened_by_doublet(events) and _ends(events)[-1].how == "played"
    ),
    "short-nardy-raises": lambda events: _opened_by_doublet(events) and _ends(events)[-1].how == "played",
    "short-nardy-ban": lambda events: _ban_mattered(events),
    "short-nardy-5s-paritet": lambda events: any(end.kind == "draw" for end in _ends(events)),
    "tapa-restart": lambda events: _has(events, ev.Restarted),
}
"""The subject of a match: it is played again and again until it shows it."""
CARELESS = ("tapa-restart", "antitabla-single")
"""Played wholly by chance: no sensible player lets both mothers be pinned or hurries to lose."""
PLAIN = HeuristicPlayer()


def main(*names: str) -> None:
    """Write the records with these names, or all, and their transcripts."""
    for name in names or MATCHES:
        takes = (played(name, MATCHES[name], take) for take in count())
        events = next(events for events in takes if name not in SHOWS or SHOWS[name](events))
        (HERE / f"{name}.json").write_bytes(dump(events))
        (HERE / f"{name}.txt").write_text("".join(f"{line}\n" for line in transcript(events)))
        print(f"{name}: {len(events)} events")


def _ends(events: list[ev.Event]) -> list[ev.GameEnded]:
    return [event for event in events if isinstance(event, ev.GameEnded)]


def _has(events: list[ev.Event], kind: type[ev.Event]) -> bool:
    return any(isinstance(event, kind) for event in events)


def _opened_by_doublet(events: list[ev.Event]) -> bool:
    return any(isinstance(event, ev.OpeningRolled) and event.dice[0] == event.dice[1] for event in events)


def _ban_mattered(events: list[ev.Event]) -> bool:
    """Was there a roll that could be played otherwise without the ban of hit and off?"""
    free = games.dice_game("short-nardy", caucasus=True, hit_then_off_ban=False)
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
        if match.phase == "move":
            position = match.dice_position()
            without_ban = free.parse(position.to_text(), position.turn)
            if {turn.moves for turn in position.turns()} != {turn.moves for turn in without_ban.turns()}:
                return True
    return False


def _last_game(events: list[ev.Event]) -> int:
    return max(event.number for event in events if isinstance(event, ev.GameStarted))


def played(name: str, terms: Terms, take: int = 0) -> list[ev.Event]:
    """A whole match; all its chance comes from `name` and `take`."""
    seed = f"{name} {take}" if take else name
    chance = random.Random(seed)
    dice = Dice(hashlib.sha256(seed.encode()).digest(), name)
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
        return _answer(match, side, chance)
    if match.phase == "resign":
        return cmd.Accept() if PLAIN.accepts_resignation(match, side, match.offer) else cmd.Reject()
    least = match.least_resignation(side)
    resigns = match.terms.length > 1 and chance.random() < 0.004
    if resigns and least <= match.position.game.classes[-1][0]:
        return cmd.Resign(least)
    if match.dice is not None:
        turns = match.dice_position().turns()
        careless = chance.random() < (1 if match.id in CARELESS else 0.1)
        turn = chance.choice(turns) if careless else PLAIN.turn(match.dice_position())
        return cmd.Play(turn.moves, match.rolls, match.stage)
    doubles = cube.objection(match) is None and (PLAIN.doubles(match, side) or chance.random() < 0.01)
    return cmd.Double() if doubles else cmd.Roll()


def _answer(match: Match, side: int, chance: random.Random) -> cmd.Command:
    bold = PLAIN.beavers(match, side) or chance.random() < 0.5
    if bold and cube.beaver_objection(match) is None:
        return cmd.Beaver()
    if bold and cube.raccoon_objection(match) is None:
        return cmd.Raccoon()
    return cmd.Take() if PLAIN.takes(match, side) else cmd.Drop()


def transcript(events: list[ev.Event]) -> Iterator[str]:
    """One line an event; a roll tells how many turns it leaves, a turn the position after it."""
    match: Match | None = None
    for number, event in enumerate(events, 1):
        match = evolve(match, event)
        yield f"{number:4} {_told(match, event)}".rstrip()


def _told(match: Match, event: ev.Event) -> str:
    kind = type(event).__name__
    if isinstance(event, ev.OpeningRolled | ev.Rolled):
        count = len(match.dice_position().turns()) if match.dice_position().duty else "-"
        return f"{kind} {event.n}: {event.dice[0]}-{event.dice[1]}, turns: {count}"
    if isinstance(event, ev.TurnPlayed):
        return f"{kind} {event.side}: {event.text or 'pass'} -> {match.position.to_text()}"
    banks = match.clock.bank if match.clock else "none"
    return f"{kind}: {match.phase}, score {match.score}, cube {match.cube.value}, banks {banks}"


if __name__ == "__main__":
    main(*sys.argv[1:])
