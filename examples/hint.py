"""The best turns of a roll: `python examples/hint.py GAME ROLL [POSITION [PLIES]]`.

    python examples/hint.py long-nardy 65
    python examples/hint.py tapa 42 "X=24:14,20:1;O=24:13,21:1,19:1" 2
    python examples/hint.py backgammon 31 -b----E-C---eE---c-e----B-

A position is our own text, an XGID board or a gnubg Position ID; without one it is the start of the game.
"""

import sys

from zaria import games
from zaria.bots import tables
from zaria.games.protocols import UnknownGameError


def hint(name: str, roll: str, text: str = "", plies: str = "1") -> None:
    """Print what the position promises, and the five best turns with what each is worth."""
    game = games.get(name)
    if game.is_board:
        raise ValueError(f"{name} has no dice")
    if len(roll) != 2 or not roll.isdecimal():
        raise ValueError(f"a roll is two digits, not {roll!r}")
    before = game.parse(text) if text else game.start()
    engine = tables.engine_for(game)
    ranked = engine.ranked(before.rolled((int(roll[0]), int(roll[1]))), int(plies), 5)
    chances = engine.evaluate(before)
    print(f"{engine.name}: wins {chances.win:.1%}, doubly {chances.win2:.1%}, loses so {chances.lose2:.1%}")
    for best in ranked:
        print(f"{best.equity:+.3f}  {str(best.turn) or 'no turn'}  ({best.ply}-ply)")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    try:
        hint(*sys.argv[1:])
    except (ValueError, UnknownGameError) as error:
        sys.exit(f"hint: {error}")
