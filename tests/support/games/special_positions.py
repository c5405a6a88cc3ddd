"""Positions made up for the odd rules: walls, last checkers, blots at home, ends. As text, for every game."""

from random import Random

from tests.games.reference.presets import Rules

Men = dict[int, int]


def odd(rules: Rules, random: Random) -> str | None:
    """A position in which one of the game's odd rules is likely to matter, None if it has none such.

    It may turn out to be none at all, with both sides on a point.
    """
    if rules.block != "off":
        return _text(*_walls(random))
    if rules.open_lock:
        return _text(*_shut_in(random))
    if rules.mothers != "off":
        return _mothers(random, leaving=rules.mothers == "win")
    if rules.caucasus or rules.off_ban:
        return _text(*_blots(random))
    return None


def ending(random: Random) -> str:
    """Side X has one checker left, side O anything, often all fifteen and some of them far behind."""
    opponent_men: Men = {}
    reach = random.choice((6, 6, 12, 18, 24))
    _add(opponent_men, random, range(1, reach + 1), random.choice((15, 15, 14, 1)))
    if len(opponent_men) > 1 and random.random() < 0.4:
        point = random.choice(list(opponent_men))
        _add(opponent_men, random, (random.choice((8, 14, 20, 22, 25)),), opponent_men.pop(point))
    return _text({random.randint(1, 3): 1}, opponent_men)


def _walls(random: Random) -> tuple[Men, Men]:
    """Five or six points of a window of seven held, the rest just behind; the other side often all behind."""
    low = random.randint(1, 18)
    player_men = dict.fromkeys(random.sample(range(low, low + 7), random.choice((5, 5, 6))), 1)
    _add(player_men, random, range(low, min(low + 12, 25)), 15 - len(player_men))
    opponent_men: Men = {}
    first_opponent = low + 12 if low <= 12 else low - 12
    _add(opponent_men, random, range(first_opponent, 25), random.choice((14, 15)))
    _add(opponent_men, random, range(1, 25), 15 - sum(opponent_men.values()))
    return player_men, opponent_men


def _shut_in(random: Random) -> tuple[Men, Men]:
    """All of the other side's checkers on one point, five or six of the points before it held."""
    point = random.randint(7, 24)
    before = [before + 12 if before <= 12 else before - 12 for before in range(point - 6, point)]
    player_men = dict.fromkeys(random.sample(before, random.choice((5, 5, 6))), 1)
    near = [place + step for place in before for step in (0, 1, 2, 5) if place + step < 25]
    _add(player_men, random, tuple(near), 15 - len(player_men))
    return player_men, {point: random.choice((15, 15, 6))}


def _mothers(random: Random, *, leaving: bool) -> str:
    """Both last checkers at the start, one or none of them pinned, a step from the other's.

    `leaving`: the player may have left the start, or may leave it in this turn.
    """
    player_men: Men = {24: 1, random.randint(2, 7): 1}
    opponent_men: Men = {24: 1, 1: random.randint(1, 3)}
    _add(player_men, random, range(2, 12), 13)
    _add(opponent_men, random, range(2, 12), 14 - opponent_men[1])
    pins = random.random() < 0.8
    if leaving and random.random() < 0.7:
        pins, player_men[24] = False, random.choice((0, 1, 2))
    if not pins:
        del opponent_men[1]
    text = _text({point: men for point, men in player_men.items() if men}, opponent_men)
    if leaving and not pins and random.random() < 0.4:
        return text.replace(";O=24:1", ",1:1;O=24:1^", 1) if "=1:" not in text else text
    return text.replace("24:1", "24:1^" if pins else "24:1", 1)


def _blots(random: Random) -> tuple[Men, Men]:
    """Single checkers of the other side in one's home, one's own around them, often all at home."""
    player_men: Men = {}
    _add(
        player_men,
        random,
        range(1, random.choice((7, 7, 9, 13))),
        random.choice((15, 14, random.randint(2, 13))),
    )
    _add(
        player_men,
        random,
        (random.randint(7, 12), 25),
        random.choice((0, 0, 1)) * (sum(player_men.values()) < 15),
    )
    opponent_men = {25 - point: 1 for point in random.sample(range(1, 7), 3) if point not in player_men}
    for point in list(opponent_men):
        if random.random() < 0.3:
            opponent_men[point] = 2
    _add(opponent_men, random, (random.choice((6, 8)),), 15 - sum(opponent_men.values()))
    return player_men, opponent_men


def _add(men: Men, random: Random, points: range | tuple[int, ...], count: int) -> None:
    for _ in range(count):
        point = random.choice(points)
        men[point] = men.get(point, 0) + 1


def _text(player_men: Men, opponent_men: Men) -> str:
    return f"X={_side(player_men)};O={_side(opponent_men)}"


def _side(men: Men) -> str:
    return ",".join(f"{'bar' if point == 25 else point}:{count}" for point, count in sorted(men.items()))
