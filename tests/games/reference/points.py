"""Points of a win (rulebook 2.2, 2.3.7, 2.4.5, 2.7, 3, 4.4, 4.5, 5.1)."""

from tests.games.reference.presets import Rules

Checkers = tuple[int, ...]
KINDS = {1: "single", 2: "mars", 3: "koks"}


def worth(rules: Rules, unfinished: Checkers) -> tuple[int, str]:
    """Points and kind of a game one side of which has all off and the other lies as `unfinished`."""
    off, bar = unfinished[0], unfinished[25]
    all_home = not any(unfinished[7:26])
    first_quarter = sum(unfinished[19:25])
    if rules.points == "nardy":
        if off:
            return 1, "single"
        return (rules.home_mars, "home_mars") if all_home else (2, "mars")
    points = 1
    if rules.points == "tabla":
        points = 1 if off else 3 if bar or first_quarter else 2
    elif rules.points == "tabla12":
        points = 1 if off else 2
    elif rules.points == "tapa":
        points = 3 if first_quarter else 1 if all_home else 2
    elif rules.points == "gulbara":
        winners_home = sum(unfinished[13:19])
        points = 3 if first_quarter or winners_home else 1 if all_home else 2
    elif rules.points == "fivestars":
        points = 1
        if rules.mars and not all_home:
            points = 2
        if rules.koks and (first_quarter or bar):
            points = 3
    return points, KINDS[points]
