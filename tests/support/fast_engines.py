"""The `zaria` command with programs that think a tenth as long, and passwords that are hashed quickly.

Started by `python -m tests.support.fast_engines serve …`.
They still beat chance on squares, and a whole game with one of them takes seconds instead of half a minute.
"""

import sys
from typing import cast

from tests.support.quick_passwords import hash_quickly
from zaria.bots.levels import skill
from zaria.bots.levels.skill import Look
from zaria.bots.squares import material_player


def think_less() -> None:
    """From now on, in this process."""
    for game in material_player.BUDGET:
        material_player.BUDGET[game] //= 10
    for looks in skill.LOOKS.values():
        for level, look in looks.items():
            cast(dict[float, Look], looks)[level] = look._replace(nodes=look.nodes // 10)


if __name__ == "__main__":
    from zaria.cli import main as cli

    think_less()
    hash_quickly()
    sys.exit(cli.main())
