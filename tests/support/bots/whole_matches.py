"""The plain player against itself in whole matches, through the same doors as at a table."""

import hashlib
import random
from collections.abc import Sequence

from tests.support.match.dice_matches import NOW, PLAYERS
from zaria import games
from zaria.live.engines.answers import answer
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import opened
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

LONGEST = 20_000
"""Commands after which a match is taken to have no end."""


def some_terms(name: str, chance: random.Random, lengths: Sequence[int] = (1, 3, 5)) -> Terms:
    """Terms that can be played, anything that a table may agree on."""
    while True:
        cube = chance.random() < 0.7
        terms = Terms(
            name,
            {key: chance.choice(values) for key, values in games.get(name).choices},
            length=chance.choice(lengths),
            cube=cube,
            beaver=cube and chance.random() < 0.5,
            raccoon=cube and chance.random() < 0.3,
            jacoby=cube and chance.random() < 0.2,
            auto_doubles=chance.choice([0, 3]) if cube else 0,
            raises=chance.choice(["double", "double", "add"]) if cube else "double",
            stakes=Stakes(100, 800, "pot") if chance.random() < 0.5 else None,
        )
        try:
            terms.check()
        except CommandRefusedError:
            continue
        return terms


def played(terms: Terms, seed: str) -> tuple[Match, list[ev.Event]]:
    """A match from the first seat to its end; every command comes from the program. Raises `Refused`."""
    dice = Dice(hashlib.sha256(seed.encode()).digest(), seed)
    events: list[ev.Event] = [opened(seed, terms, dice.seal, NOW)]
    match = evolve(None, events[0])
    for n in range(LONGEST):
        if match.phase == "over":
            return match, events
        side = match.to_act()
        if side is None:
            side = match.players.index(None)
            bot = ev.Player(f"bot:{side}", PLAYERS[side].name, "#555", bot="plain")
            command: cmd.Command = cmd.Sit(bot, match.seal, match.seal)
        else:
            command = answer(match, side).command
        for event in decide(match, side, command, NOW + n, dice):
            match = evolve(match, event)
            events.append(event)
    raise AssertionError(f"{terms} has no end: {match.position}")
