"""Each game has its entry, and its place in every package that says or knows something about games."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.games.reference.presets import PRESETS
from tests.support.scripts import LANGUAGES
from zaria import games
from zaria.bots.doubling import rates
from zaria.bots.heuristic import estimate
from zaria.bots.levels import offered, skill
from zaria.bots.squares.registry import engine_for
from zaria.bots.tables import weights
from zaria.club.games import pictures
from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame
from zaria.games.registry import BOARD_GAMES, DICE_GAMES, GAMES, GameInfo
from zaria.games.tables.game import TablesGame
from zaria.games.ugolki.game import UgolkiGame
from zaria.lessons.shipped_lessons import games_with_lessons
from zaria.web.messages.games import DESCRIPTIONS, TITLES
from zaria.web.messages.table import WORDS

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "src/zaria/web/rules"
PLAYTHROUGHS = ROOT / "tests/playthroughs"
SOURCE = ROOT / "src/zaria"
CORPUS = ROOT / "tests/data/corpus"

Info = GameInfo[DiceGame] | GameInfo[BoardGame]
Requirement = Callable[[Info], Iterator[str]]


def entry(info: Info) -> Iterator[str]:
    if info.id not in {*games.names(), *games.names_on_squares()}:
        yield "its place in the lists of games"
    if info.game != games.get(info.id):
        yield "usual options that are those of its entry"
    if not info.game.title or not info.game.source:
        yield "a title and a source in its preset"
    for neighbour in info.neighbours:
        if neighbour not in GAMES or neighbour == info.id:
            yield f"an entry of its neighbour {neighbour}"
    if not info.neighbours:
        yield "neighbours in games/registry.py"


def words(info: Info) -> Iterator[str]:
    if info.id not in TITLES:
        yield "a title in web/messages/games.py"
    if info.id not in DESCRIPTIONS:
        yield "a line in DESCRIPTIONS of web/messages/games.py"
    if f"game_{info.id}" not in WORDS:
        yield "a word of the live pages"


def has_words(info: Info) -> bool:
    """True if pages can name the game: without, the catalogue cannot be imported."""
    return info.id in TITLES and info.id in DESCRIPTIONS


def catalogue(info: Info) -> Iterator[str]:
    if not has_words(info):
        return
    from zaria.club.games.catalogue import GROUPS, SOURCES

    if info.id not in [game for group in GROUPS for game in group.games]:
        yield f"the group {info.group} in club/games/catalogue.py"
    if info.id not in SOURCES:
        yield f"the rulebook {info.rulebook} in club/games/catalogue.py"


def rules_pages(info: Info) -> Iterator[str]:
    for language in LANGUAGES:
        if not (RULES / language / f"{info.id}.md").exists():
            yield f"rules/{language}/{info.id}.md"
        for option, _ in info.game.choices:
            if not (RULES / language / "options" / f"{option}.md").exists():
                yield f"rules/{language}/options/{option}.md"
    if not (RULES / "pictures" / f"{info.id}.toml").exists():
        yield f"rules/pictures/{info.id}.toml"


def lesson(info: Info) -> Iterator[str]:
    if info.id not in games_with_lessons():
        yield f"lessons/shipped/{info.id}.toml"


def tile(info: Info) -> Iterator[str]:
    if info.id not in pictures.PICTURES:
        yield "a picture in club/games/pictures.py"


def player(info: Info) -> Iterator[str]:
    """A net of its own or of another game, exact tables or heuristics, or an engine for board games."""
    if info.id in DICE_GAMES:
        for part in games.dice_game(info.id).rotation:
            if part.id in weights.WITHOUT_NET:
                continue
            if isinstance(part, TablesGame) and not weights.shipped(part.id).exists():
                yield f"the net bots/tables/trained/{weights.net_of(part.id)}.net"
    else:
        try:
            engine_for(games.board_game(info.id))
        except ValueError as error:
            yield f"an engine in bots/squares: {error}"


def contact(info: Info) -> Iterator[str]:
    """Everything that depends on the contact rule alone: a new one has to bring this too."""
    if info.id in BOARD_GAMES or not has_words(info):
        return
    from zaria.club.games.rules_pages.comparison import contact_words

    rule = games.dice_game(info.id).contact
    if rule not in estimate.STYLES:
        yield f"the contact rule {rule} in STYLES of bots/heuristic/estimate.py"
    if rule not in skill.SKILLS:
        yield f"the contact rule {rule} in SKILLS of bots/levels/skill.py"
    if rule not in contact_words():
        yield f"the contact rule {rule} in club/games/rules_pages/comparison.py"


def levels(info: Info) -> Iterator[str]:
    for level in offered(info.id):
        if info.id in DICE_GAMES:
            usual = skill.SKILLS.get(games.dice_game(info.id).contact, {})
            if level not in skill.SKILLS.get(info.id, usual):
                yield f"level {level} in SKILLS of bots/levels/skill.py"
        elif level not in skill.LOOKS.get(info.id, {}):
            yield f"level {level} in PLACES of bots/levels/skill.py"


def doubling_rates(info: Info) -> Iterator[str]:
    """Counted rates where wins of the second class exist, unless the game is played by backgammon's net."""
    if info.id in BOARD_GAMES:
        return
    for part in games.dice_game(info.id).rotation:
        usual = len(part.classes) == 1 or weights.net_of(part.id) == "backgammon"
        if part.id not in rates.BY_GAME and not usual:
            yield f"rates of {part.id} in bots/doubling/rates.py"


def cases(info: Info) -> Iterator[str]:
    if len(info.game.rotation) > 1 or info.id in BOARD_GAMES:
        return
    if isinstance(info.game, TablesGame) and info.id not in PRESETS:
        yield "its rules in tests/games/reference/presets.py"
    if not (PLAYTHROUGHS / f"{info.id}-single.json").exists():
        yield f"tests/playthroughs/{info.id}-single.json"


def corpus(info: Info) -> Iterator[str]:
    if not (CORPUS / "matches" / f"{info.id}.jsonl.xz").exists():
        yield f"tests/data/corpus/matches/{info.id}.jsonl.xz"


REQUIREMENTS: tuple[Requirement, ...] = (
    entry,
    words,
    catalogue,
    rules_pages,
    lesson,
    tile,
    contact,
    player,
    levels,
    doubling_rates,
    cases,
    corpus,
)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_each_game_is_complete(requirement: Requirement) -> None:
    assert not [f"{name} lacks {part}" for name, info in GAMES.items() for part in requirement(info)]


@pytest.mark.parametrize(
    ("registry", "place"),
    [
        (TITLES, "TITLES"),
        (DESCRIPTIONS, "DESCRIPTIONS"),
        (pictures.PICTURES, "the pictures"),
        (rates.BY_GAME, "the doubling rates"),
        ({path.stem: path for path in (RULES / "pictures").glob("*.toml")}, "the examples"),
        ({path.stem: path for path in (RULES / "en").glob("*.md")}, "the rules pages"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_registered_for_a_game_that_does_not_exist(
    registry: dict[str, object], place: str
) -> None:
    assert not [
        f"{place}: there is no game {name}"
        for name in registry
        if name not in GAMES and name not in ("common", "credits", "ratings")
    ]


def test_a_game_without_registrations_is_reported() -> None:
    unheard_of = BOARD_GAMES["ugolki"]._replace(game=UgolkiGame(id="unheard-of"))
    missing = [part for requirement in (words, rules_pages, tile) for part in requirement(unheard_of)]
    assert "rules/el/unheard-of.md" in missing
    assert "a title in web/messages/games.py" in missing
    assert "a picture in club/games/pictures.py" in missing


def test_conditions_ask_whether_a_game_is_a_board_game() -> None:
    """The kind is a key of tables; nothing compares it, and there is no second word for it in the rules."""
    comparison = re.compile(r"\bkind\s*[!=]=\s*[\"'](?:dice|board)[\"']|\b(?:game|rules)\.family\b")
    sources = {path for path in SOURCE.rglob("*.py") if "migrations" not in path.parts}
    matches = {str(path.relative_to(SOURCE)) for path in sources if comparison.search(path.read_text())}
    assert matches == {"club/games/rules_pages/articles.py"}  # the kind of a block of an article
