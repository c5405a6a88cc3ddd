"""The games in the README, by tradition and with their number, as the registry has them.

python -m tools.generate.game_list
"""

import re
from pathlib import Path

from zaria.games.registry import GAMES, TRADITIONS, of_tradition

README = Path(__file__).resolve().parents[2] / "README.md"
_LIST = re.compile(r"(?<=<!-- games -->\n).*?(?=<!-- end of games -->)", re.DOTALL)
_TITLES = {
    "balkan": "The Balkans",
    "greek": "Greece",
    "turkish": "Turkey",
    "caucasus": "Caucasus and Russia",
    "backgammon": "Backgammon",
    "draughts": "Draughts",
    "chess": "Chess and corners",
}


def game_list() -> str:
    """Return the list as it stands in the README."""
    lines = [f"**{len(GAMES)} games, each by the rules of its own tradition:**", ""]
    for tradition in TRADITIONS:
        titles = ", ".join(GAMES[name].game.title for name in of_tradition(tradition))
        lines.append(f"* {_TITLES[tradition]}: {titles}.")
    return "\n".join(lines) + "\n"


def with_games(text: str) -> str:
    """Return the text of the README with the present list."""
    return _LIST.sub(lambda _: game_list(), text)


if __name__ == "__main__":
    README.write_text(with_games(README.read_text()))
