"""Somebody's matches by chance, written straight into the tables."""

import random
from typing import Any

from tests.support.club.rating_records import DAY, START
from zaria.club.matches.results.models import Played

ME = "me"
OPPONENTS: dict[str, dict[str, Any]] = {
    "member": {"player": "m1", "name": "Stefan", "member": True, "bot": ""},
    "robot": {"player": "r1", "name": "Robby", "member": True, "bot": "robot"},
    "computer": {"player": "bot:quick", "name": "quick", "member": False, "bot": "quick"},
    "guest": {"player": "g1", "name": "=Amber-Fox 42", "member": False, "bot": ""},
}


def match(number: int, side: int = 0, kind: str = "member", **fields: Any) -> Played:
    """A match of Marica on `side`; not stored."""
    marica = {"player": ME, "name": "Marica", "member": True, "bot": ""}
    sides = [marica, OPPONENTS[kind]] if side == 0 else [OPPONENTS[kind], marica]
    both = {f"{name}{n}": value for n, player in enumerate(sides) for name, value in player.items()}
    at = START + number * DAY // 4
    usual = {
        "match_id": f"m{number:05}", "game": "tabla", "began": at - 1000, "ended": at, "length": 1,
        "speed": "fast", "won": 0, "score0": 1, "score1": 0, "how": "played",
        "games": [[0, 1, "single", "played"]],
    }  # fmt: skip
    return Played(**{**usual, **both, **fields})


def some(count: int, seed: int = 1, start: int = 0) -> list[Played]:
    """Stored matches of all kinds."""
    chance = random.Random(seed)
    return Played.objects.bulk_create([_any(chance, start + number) for number in range(count)])


def _any(chance: random.Random, number: int) -> Played:
    squares = chance.random() < 0.3
    won = chance.choice((0, 1, None)) if squares else chance.randrange(2)
    games = [_game(chance, squares) for _ in range(1 if squares else chance.randint(1, 3))]
    if squares:
        games = [[won, 0 if won is None else 1, "draw" if won is None else "single", "played"]]
    kind = chance.choice(list(OPPONENTS))
    return match(
        number,
        side=chance.randrange(2),
        kind=kind,
        game=chance.choice(("chess", "ugolki") if squares else ("tabla", "short-nardy", "no-longer-known")),
        won=won,
        games=games,
        dice0=[] if squares else _dice(chance),
        dice1=[] if squares else _dice(chance),
        rated=kind == "member",
        void=chance.random() < 0.1,
        voided=chance.random() < 0.05,
    )


def _game(chance: random.Random, squares: bool) -> list[Any]:
    if chance.random() < 0.1:
        return [None, 0, "", "stuck"]
    kind = chance.choice(("single", "mars", "koks", "home_mars", ""))
    return [chance.randrange(2), 2, kind, "played"]


def _dice(chance: random.Random) -> list[int]:
    return [chance.randrange(9) for _ in range(8)]
