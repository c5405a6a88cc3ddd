"""What Hypothesis draws: positions reached by random play, positions made up, rolls."""

from random import Random

from hypothesis import strategies as st

from zaria import games
from zaria.games.game import BadPosition, Roll
from zaria.games.tables.board import across
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn

VARIANTS: tuple[TablesGame, ...] = (
    games.get("tabla"),
    games.get("tapa"),
    games.get("tapa", first_long_move="off"),
    games.get("tapa", first_long_move="starter"),
    games.get("long-nardy"),
    games.get("long-nardy", head_list="fivestars"),
)
"""Every game with every option that changes what may be played."""

rolls: st.SearchStrategy[Roll] = st.tuples(st.integers(1, 6), st.integers(1, 6))
variants = st.sampled_from(VARIANTS)


def random_roll(random: Random) -> Roll:
    return random.randint(1, 6), random.randint(1, 6)


def played(game: TablesGame, seed: int, plies: int) -> Position:
    """The position after so many random turns from the start, or the last one before the game ended."""
    random = Random(seed)
    position = game.start()
    for _ in range(plies):
        roll = random_roll(random)
        after = random.choice(position.results(roll) or [position.play(Turn())])
        if after.outcome() or after.locked():
            break
        position = after
    return position


def scattered(game: TablesGame, seed: int) -> Position:
    """Checkers thrown on the board: what play seldom reaches, such as bars, pins, ends and blocks."""
    random = Random(seed)
    while True:
        try:
            position = Position.parse(game, _scatter(game, random))
        except BadPosition:
            continue
        if not position.outcome() and not position.locked():
            return position


def positions(game: st.SearchStrategy[TablesGame] = variants) -> st.SearchStrategy[Position]:
    """Sound positions of unfinished games, half of them reached by play."""
    seeds = st.integers(0, 2**32)
    return st.builds(played, game, seeds, st.integers(0, 150)) | st.builds(scattered, game, seeds)


def _scatter(game: TablesGame, random: Random) -> str:
    own, other = _men(random), _men(random)
    pins = _part(game, own, other, random)
    sides = [_side(game, men, side_pins, random) for men, side_pins in zip((own, other), pins, strict=True)]
    return f"X={sides[0]};O={sides[1]}"


def _men(random: Random) -> dict[int, int]:
    """Some of fifteen checkers on points 1 to 24, often all at home, in a row, or with one left on 24."""
    reach = random.choice((6, 6, 9, 12, 18, 24))
    shift = random.randint(0, 24 - reach) if random.random() < 0.3 else 0
    men: dict[int, int] = {}
    for _ in range(random.choice((15, 15, random.randint(1, 15)))):
        point = random.randint(1, reach) + shift
        men[point] = men.get(point, 0) + 1
    if random.random() < 0.4 and sum(men.values()) < 15:
        men[24] = 1
    return men


def _part(
    game: TablesGame, own: dict[int, int], other: dict[int, int], random: Random
) -> tuple[set[int], set[int]]:
    """Where both sides stand, one goes away or, where the game pins, lies pinned."""
    own_pins: set[int] = set()
    other_pins: set[int] = set()
    for point in sorted(own):
        theirs = across(game.options, point)
        if theirs not in other:
            continue
        if game.options.contact == "pin" and random.random() < 0.5:
            pinned, pins, at = random.choice(((own, own_pins, point), (other, other_pins, theirs)))
            pinned[at] = 1
            pins.add(at)
        else:
            men, at = random.choice(((own, point), (other, theirs)))
            del men[at]
    return own_pins, other_pins


def _side(game: TablesGame, men: dict[int, int], pins: set[int], random: Random) -> str:
    parts = [f"{point}:{count}{'^' * (point in pins)}" for point, count in men.items()]
    spare = 15 - sum(men.values())
    if game.options.contact == "hit" and spare and random.random() < 0.4:
        parts.append(f"bar:{random.randint(1, min(3, spare))}")
    return ",".join(parts)
