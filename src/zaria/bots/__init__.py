"""Programs that play. `get` finds one by its name."""

from zaria.bots.plain import Plain
from zaria.bots.player import Bot

_BOTS: dict[str, Bot] = {bot.id: bot for bot in (Plain(),)}


class UnknownBot(LookupError):
    """No program of that name plays here."""


def get(bot_id: str) -> Bot:
    """The program called `bot_id`; raises `UnknownBot`."""
    try:
        return _BOTS[bot_id]
    except KeyError:
        raise UnknownBot(f"unknown bot {bot_id!r}; there are: {', '.join(names())}") from None


def names() -> list[str]:
    """The names that `get` knows."""
    return sorted(_BOTS)
