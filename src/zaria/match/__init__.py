"""Matches: seats, dice, score, cube, clock, resignation.

A match is a list of events. `decide` turns a command into the events it causes, or refuses it;
`evolve` applies one event. Both are pure: time comes in as `now`, chance as `Dice`.

    match = evolve(None, opened("m1", Terms("tabla"), dice.seal, now))
    for event in decide(match, side, command, now, dice):
        match = evolve(match, event)
"""
