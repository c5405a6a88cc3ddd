"""The stakes of a new table, by the rules of the club that the game comes from."""

from typing import Any

from django.conf import settings

from zaria import games
from zaria.games.registry import GAMES
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import HIGHEST, Fee, Stakes

LOWEST = 1_00
"""No stake is lower, in hundredths."""


def has_one_stake(game: str, length: int = 1) -> bool:
    """Return whether points never multiply the stake: by the rules of 5Stars, and in every match."""
    return length > 1 or GAMES[game].rulebook == "fivestars"


def fee_of(game: str) -> tuple[Fee, int]:
    """The fee of a staked match of this game, and its rate in hundredths of a per cent."""
    if GAMES[game].rulebook == "fivestars":
        return "profit", settings.LEDGER.profit_rate
    return "pot", settings.LEDGER.pot_rate


def stakes_of(game: str, length: int, stake: int, most: int | None) -> Stakes:
    """The stakes of a match: `stake`, and in a single game at most `most` (hundredths).

    Without `most` it is the stake times the points of the highest win, before the cube.
    """
    fee, rate = fee_of(game)
    if has_one_stake(game, length):
        most = stake
    elif most is None:
        most = min(stake * highest_win(game), HIGHEST)
    return Stakes(stake, most, fee, unit=settings.LEDGER.unit, rate=rate)


def wanted_stakes(game: str, length: int, stake: int, most: int | None) -> Stakes:
    """As `stakes_of`; raises `CommandRefusedError` if the club has no such stakes."""
    if not settings.LEDGER.stakes:
        raise CommandRefusedError("stakes_off")
    stakes = stakes_of(game, length, stake, most)
    if stake < LOWEST or not stakes.sound():
        raise CommandRefusedError("bad_stakes")
    return stakes


def highest_win(game: str) -> int:
    """The points of the highest win in a game, before the cube."""
    rules = games.get(game)
    return 1 if rules.one_game else max(points for points, _ in rules.classes)


def search_stakes() -> dict[str, Any] | None:
    """The terms of staked searches: the highest win of each single game, and the unit; None: no stakes."""
    if not settings.LEDGER.stakes:
        return None
    wins = {game: 1 if has_one_stake(game) else highest_win(game) for game in GAMES}
    return {"wins": wins, "unit": settings.LEDGER.unit}


def are_current(stakes: Stakes) -> bool:
    """Return whether the club holds and pays such stakes now."""
    return settings.LEDGER.stakes and stakes.unit == settings.LEDGER.unit
