"""All games: one entry each, with everything that other packages ask about a game without playing it.

Words, pictures, nets and skills are registered by the packages that use them, under the identifier of the
game; `tests/test_game_registry.py` says which of them a game lacks.
"""

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar, get_args

from zaria.games import chess, chess960, indiyka, ugolki
from zaria.games.board_games import BoardGame
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.presets import (
    brazilian,
    canadian,
    czech,
    english,
    frisian,
    giveaway,
    international,
    italian,
    pool,
    portuguese,
    russian,
    spanish,
    thai,
    turkish,
)
from zaria.games.protocols import DiceGame
from zaria.games.tables.presets import (
    antitabla,
    backgammon,
    chelebi,
    crazy_gulbar,
    fevga,
    gulbahar,
    gulbar,
    gulbara,
    hypergammon,
    long_nardy,
    long_nardy_5s,
    longgammon,
    moultezim,
    nackgammon,
    plakoto,
    portes,
    short_nardy,
    short_nardy_5s,
    sport_nardy,
    tabla,
    tabla_bg,
    tapa,
    tavla,
    tavli,
    three_games,
)

Group = Literal["evening", "nardy", "fivestars", "greek", "turkish", "world", "squares"]
Rulebook = Literal[
    "anafeds",
    "tabla-bg",
    "nardy",
    "federations",
    "fivestars",
    "greek",
    "turkish",
    "international",
    "russian-club",
    "national",
    "fide",
]
Tradition = Literal["balkan", "greek", "turkish", "caucasus", "backgammon", "draughts", "chess"]
"""The homes of games, in the order of catalogues; "chess" has the corners, ugolki, beside it."""

TRADITIONS: tuple[Tradition, ...] = get_args(Tradition)
_TRADITION_OF_GROUP: dict[Group, Tradition] = {
    "evening": "balkan",
    "greek": "greek",
    "turkish": "turkish",
    "nardy": "caucasus",
    "fivestars": "caucasus",
    "world": "backgammon",
}

Game_co = TypeVar("Game_co", DiceGame, BoardGame, covariant=True)


class UsualMatch(NamedTuple):
    """The match that strangers play by custom: its length in points, 1 for a single game, and the cube."""

    length: int = 1
    cube: bool = False


SINGLE_GAME = UsualMatch()


class GameInfo(NamedTuple, Generic[Game_co]):
    """The entry of one game.

    * create: makes the game with these options;
    * group: the games it is shown with;
    * rulebook: whose rules it has; `AnyRules.source` names the text;
    * neighbours: the games it is most easily taken for, the most similar first;
    * usual_match: what is played where nothing else is agreed on by people who look for an opponent;
    * is_pure_luck: hardly any roll leaves a choice of turns, so everybody plays it nearly alike.
    """

    create: Callable[..., Game_co]
    group: Group
    rulebook: Rulebook
    neighbours: tuple[str, ...]
    game: Game_co
    """The game with its usual options."""
    usual_match: UsualMatch
    is_pure_luck: bool

    @property
    def id(self) -> str:
        """The identifier, such as "long-nardy"."""
        return self.game.id

    @property
    def tradition(self) -> Tradition:
        """The tradition of the game, by which catalogues list it."""
        on_squares: Tradition = "draughts" if isinstance(self.game, DraughtsGame) else "chess"
        return _TRADITION_OF_GROUP.get(self.group, on_squares)


def _info(
    create: Callable[..., Game_co],
    group: Group,
    rulebook: Rulebook,
    *neighbours: str,
    usual_match: UsualMatch = SINGLE_GAME,
    is_pure_luck: bool = False,
) -> GameInfo[Game_co]:
    return GameInfo(create, group, rulebook, neighbours, create(), usual_match, is_pure_luck)


# Anafeds, tabla.bg and the booklet of nardy describe single games: a match to points and the cube are agreed
# on beside them. A rotation of three games is a match to three at least.
_ROTATION = UsualMatch(3)
# Traditional tavla is a match to five.
_TAVLA = UsualMatch(5)
# Servers and clubs of backgammon play matches with the cube; three points is the shortest of them.
_BACKGAMMON = UsualMatch(3, cube=True)


_WITH_DICE: tuple[GameInfo[DiceGame], ...] = (
    _info(tabla.game, "evening", "anafeds", "tabla-bg", "short-nardy", "backgammon", "chelebi"),
    _info(tapa.game, "evening", "anafeds", "tabla", "gulbara"),
    _info(gulbara.game, "evening", "anafeds", "gulbahar", "gulbar", "crazy-gulbar", "long-nardy", "chelebi"),
    _info(chelebi.game, "evening", "anafeds", "tabla", "gulbara"),
    # About two rolls of a thousand leave a second turn.
    _info(indiyka.game, "evening", "anafeds", "tabla", is_pure_luck=True),
    _info(antitabla.game, "evening", "anafeds", "tabla", "tabla-bg"),
    _info(tabla_bg.game, "evening", "tabla-bg", "tavla", "tabla", "short-nardy", "backgammon"),
    _info(tavla.game, "turkish", "turkish", "tabla-bg", "tabla", "backgammon", usual_match=_TAVLA),
    _info(gulbahar.game, "turkish", "turkish", "gulbara", "gulbar", "long-nardy"),
    _info(short_nardy.game, "nardy", "nardy", "short-nardy-5s", "tabla", "backgammon"),
    _info(long_nardy.game, "nardy", "nardy", "sport-nardy", "long-nardy-5s", "gulbar", "gulbara"),
    _info(gulbar.game, "nardy", "nardy", "long-nardy", "crazy-gulbar", "gulbara"),
    _info(crazy_gulbar.game, "nardy", "nardy", "gulbar", "gulbara", "long-nardy"),
    _info(sport_nardy.game, "nardy", "federations", "long-nardy", "long-nardy-5s", "gulbar"),
    _info(short_nardy_5s.game, "fivestars", "fivestars", "short-nardy", "tabla", "backgammon"),
    _info(long_nardy_5s.game, "fivestars", "fivestars", "long-nardy", "gulbar"),
    _info(portes.game, "greek", "greek", "tabla-bg", "tabla", "short-nardy", "backgammon"),
    _info(plakoto.game, "greek", "greek", "tapa", "portes"),
    _info(fevga.game, "greek", "greek", "long-nardy", "gulbara"),
    _info(tavli.game, "greek", "greek", "portes", "plakoto", "fevga", usual_match=_ROTATION),
    _info(moultezim.game, "turkish", "turkish", "fevga", "long-nardy"),
    _info(
        backgammon.game,
        "world",
        "international",
        "nackgammon",
        "short-nardy",
        "tabla",
        "tabla-bg",
        usual_match=_BACKGAMMON,
    ),
    _info(nackgammon.game, "world", "international", "backgammon", "short-nardy", usual_match=_BACKGAMMON),
    _info(longgammon.game, "world", "international", "backgammon", "nackgammon", usual_match=_BACKGAMMON),
    _info(hypergammon.game, "world", "international", "backgammon", "nackgammon", usual_match=_BACKGAMMON),
    _info(three_games.game, "evening", "anafeds", "tabla", "gulbara", "tapa", usual_match=_ROTATION),
)

_BOARD: tuple[GameInfo[BoardGame], ...] = (
    _info(russian.game, "squares", "russian-club", "giveaway", "english-draughts", "draughts"),
    _info(giveaway.game, "squares", "russian-club", "russian-draughts", "draughts"),
    _info(english.game, "squares", "russian-club", "russian-draughts", "draughts"),
    _info(international.game, "squares", "russian-club", "russian-draughts", "english-draughts"),
    _info(brazilian.game, "squares", "national", "draughts", "russian-draughts", "pool-checkers"),
    _info(pool.game, "squares", "national", "russian-draughts", "brazilian-draughts"),
    _info(czech.game, "squares", "national", "russian-draughts", "brazilian-draughts", "english-draughts"),
    _info(thai.game, "squares", "national", "czech-draughts", "english-draughts"),
    _info(spanish.game, "squares", "national", "portuguese-draughts", "italian-draughts", "czech-draughts"),
    _info(portuguese.game, "squares", "national", "spanish-draughts", "italian-draughts"),
    _info(italian.game, "squares", "national", "english-draughts", "spanish-draughts"),
    _info(turkish.game, "squares", "national", "draughts", "russian-draughts"),
    _info(frisian.game, "squares", "national", "draughts", "brazilian-draughts"),
    _info(canadian.game, "squares", "national", "draughts", "brazilian-draughts"),
    _info(ugolki.game, "squares", "russian-club", "russian-draughts", "chess"),
    _info(chess.game, "squares", "russian-club", "chess960", "russian-draughts", "ugolki"),
    _info(chess960.game, "squares", "fide", "chess", "russian-draughts"),
)

DICE_GAMES: dict[str, GameInfo[DiceGame]] = {info.id: info for info in _WITH_DICE}
"""The entry of each game with dice, by its identifier."""

BOARD_GAMES: dict[str, GameInfo[BoardGame]] = {info.id: info for info in _BOARD}
"""The entry of each board game."""

CHESS_GAMES = frozenset(name for name, info in BOARD_GAMES.items() if isinstance(info.game, chess.ChessGame))
"""The games with the pieces of chess."""

GAMES: dict[str, GameInfo[DiceGame] | GameInfo[BoardGame]] = {**DICE_GAMES, **BOARD_GAMES}
"""The entry of each game."""


def has_gammons(game: str) -> bool:
    """Return whether players of a game call a double win a gammon: by the international rules they do."""
    return game in GAMES and GAMES[game].rulebook == "international" and not GAMES[game].game.is_board


def in_group(group: str) -> list[str]:
    """The games of a group as a page lists them: a match of several games first."""
    games = [info for info in GAMES.values() if info.group == group]
    return [info.id for info in sorted(games, key=lambda info: len(info.game.rotation) == 1)]


def of_tradition(tradition: Tradition) -> list[str]:
    """Return the games of a tradition, in the order of the registry."""
    return [info.id for info in GAMES.values() if info.tradition == tradition]
