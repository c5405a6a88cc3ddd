"""Tables of squares for the page under test: any position of any of the six games.

`python -m tests.support.web.board_stage` serves them for the eye at http://127.0.0.1:8766/?state=chess
(see `STATES`).
"""

from collections.abc import Callable
from typing import Any

from tests.support.web.table_stage import NOW, Stage, state
from zaria import games
from zaria.games.board_games import BoardPosition
from zaria.live.sockets.protocol.server import LogLine
from zaria.match.clock.clock import Clock
from zaria.match.events import Player
from zaria.match.match import DrawOffers, Last, LastMove, Match
from zaria.match.terms import ClockTerms, Terms

BANK = ClockTerms(bank=600_000, increment=5_000)


def at(
    game: str, position: str | None = None, *moves: str, options: dict[str, Any] | None = None, **fields: Any
) -> Match:
    """A match in which `moves` were made from `position` (the start if None)."""
    terms = Terms(game, options=options or {}, clock=BANK)
    agreed = games.board_game(game, **terms.options)
    place = agreed.start() if position is None else agreed.parse(position)
    last_move, last = None, None
    for move in moves:
        last_move, last = LastMove(place, move), Last(place.turn, (), place.notation(move))
        place = place.move(move)
    usual: dict[str, Any] = {
        "phase": "move",
        "players": (Player("a", "Irina", "#8a4b3a"), Player("b", "Stoyan", "#3f6a86")),
        "seeds": ("0" * 32, "1" * 32),
        "game_no": 1,
        "starter": agreed.first,
        "fresh": False,
        "last_move": last_move,
        "last": last,
        "clock": Clock((583_000, 411_000), place.turn, NOW),
    }
    return Match("m", terms, "5e" * 32, agreed, place, turn=place.turn, **{**usual, **fields})


def log(game: str, *moves: str, options: dict[str, Any] | None = None) -> list[LogLine]:
    """The list of moves after `moves` from the start."""
    place: BoardPosition = games.board_game(game, **(options or {})).start()
    lines = []
    for move in moves:
        lines.append(LogLine(place.turn, (), place.notation(move)))
        place = place.move(move)
    return lines


ITALIAN = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6", "d2d3", "d7d6")
STATES: dict[str, Callable[[], bytes]] = {
    "chess": lambda: state(at("chess", None, *ITALIAN), log=log("chess", *ITALIAN)),
    "promotion": lambda: state(at("chess", "4k3/1P6/8/8/8/8/6p1/4K2R w - - 0 1")),
    "russian": lambda: state(at("russian-draughts", "W:Wc1,c3,e1,g3,Ka7,h2:Bb6,d6,f6,d4,h8,Kg5")),
    "giveaway": lambda: state(at("giveaway")),
    "english": lambda: state(at("english-draughts"), you=1),
    "draughts": lambda: state(at("draughts", None, "32-28", "19-23", "28x19", "14x23")),
    "ten": lambda: state(at("draughts", "W:W28,32,33,37,38,K46,47,48:B7,8,13,18,19,K5,20,24")),
    "ugolki": lambda: state(at("ugolki")),
    "plan": lambda: state(at("chess", None, *ITALIAN[:9]), log=log("chess", *ITALIAN[:9])),
    "offer": lambda: state(at("chess", None, *ITALIAN, draw_offers=DrawOffers(1, (False, True)))),
}


if __name__ == "__main__":
    stage = Stage(8766)
    stage.states.update(STATES)
    print(stage.url, *STATES)
    stage.thread.join()
