"""The slots of dense numbers: where each feature of a side, or of both, stands among a net's inputs."""

PIPS = 0
"""Of a side, in a race or in contact: what it has to run."""

RACE_OUTSIDE = 1
RACE_CROSSOVERS = 2
RACE_GAPS = 3
RACE_OFF = 4
"""The six behind it are the checkers on each point of the home."""
RACE_REAR = 11
RACE_WASTE = 12
RACE_NONE_OFF = 13
RACE_LEFT = 14
RACE_NOT_HOME = 15
"""Of a side in a race: the others of its `SIDE` are 0."""

REAR = 1
REAR_ESCAPES = 2
TRAPPED = 3
MOBILITY = 4
LONGEST_ROW = 5
ROW_BEFORE = 6
POINTS_MADE = 7
BLOTS = 8
"""In games where both sides run the same way round: gaps in the home."""
STACKS = 9
HOME_CHECKERS = 10
FAR_CHECKERS = 11
DEEP_CHECKERS = 12
ENTRY = 13
"""Probability that a checker enters from the bar; 0 without one there."""
SHOTS = 14
SHOTS_LOSS = 15
UNUSED = 16
ENTRY_LATER = 17
"""Probability that a checker hit next would not enter; 0 while one is on the bar."""
HELD = 18
SPARE = 19
WORST_ESCAPE = 20
SECOND = 21
ANCHORS = 22
REAR_SHUT = 23
BAR_BEHIND = 24
OWN_SHOTS = 25
THEIR_SHOTS = 26
HOMEWARD = 27
TIMING = 28
WIDEST_GAP = 29
"""Of a side in contact."""

PINNED_PIPS = 13
PINNED_HEAD = 17
"""Of a side in contact where checkers are pinned, in place of `ENTRY` and `ENTRY_LATER`."""

LEAD = 60
LEAD_SHARE = 61
LADDERS = 62
"""Of both sides; the last two, one for each, are there in games with ladders only."""

RACE = 4
OVER = 5
"""Phases; those before them are of contact, by which sides still have checkers in their start quarter."""
