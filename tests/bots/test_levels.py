"""The five levels: legal whatever they overlook, the same for the same seed, the weaker the more they err."""

import gc
import itertools
import random
import weakref
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.match.dice_matches import Table
from tests.support.search_budget import times
from zaria import bots, games
from zaria.bots import levels
from zaria.bots.levels import squares as of_squares
from zaria.bots.levels.lapses import believed, hidden, seed, seen
from zaria.bots.levels.skill import LOOKS, SKILLS
from zaria.bots.player import ThinkRequest
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.squares.chess.engine import ChessEngine
from zaria.bots.squares.engine import Limits, SquaresEngine, Variation
from zaria.bots.squares.registry import engine_for as squares_engine
from zaria.bots.tables import Candidate, Engine, engine, engine_for
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Option, Position
from zaria.games.registry import CHESS_GAMES, GAMES
from zaria.games.turn import Turn
from zaria.match.terms import Terms

pytestmark = pytest.mark.proof

WIDE = ("frisian-draughts", "canadian-draughts")
"""Games whose boards need wider words."""
PACE = {
    **dict.fromkeys(games.names_on_squares(), 2_500_000),
    **dict.fromkeys(("chess", "chess960"), 300_000),
    **dict.fromkeys(WIDE, 1_500_000),
}
"""Positions a second that a processor searches at least, compiled or by Stockfish."""
WITH_DICE = games.names()
ON_SQUARES = games.names_on_squares()


def some(game: str, chance: random.Random, turns: int) -> Position | None:
    """A position with a roll to play, after some turns of chance."""
    position = games.dice_game(game).start()
    for _ in range(turns):
        if position.outcome() is not None or position.locked():
            return None
        if position.duty is None:
            position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
        if len(position.turns()) > 1 and chance.random() < 0.3:
            return position
        position = position.play(chance.choice(position.turns() or [Turn()]))
    return None


@pytest.mark.parametrize("game", WITH_DICE)
def test_every_level_plays_what_is_legal(game: str) -> None:
    chance = random.Random(game)
    positions = [position for _ in range(12) if (position := some(game, chance, 40)) is not None]
    assert positions
    for position in positions[:4]:
        legal = position.turns()
        for level in levels.LEVELS:
            turn, doubt = levels.WITH_DICE[level].think(position, ThinkRequest(7, seconds=0.04))
            assert turn in legal
            assert 0 <= doubt <= 1


@pytest.mark.parametrize("game", ON_SQUARES)
def test_every_level_moves_on_squares(game: str) -> None:
    position = games.board_game(game).start()
    legal = {way.move for way in position.legal_moves()}
    for level in levels.ON_BOARDS:
        move, doubt = levels.ON_SQUARES[level].think(position, ThinkRequest(7, seconds=0.02))
        assert move in legal
        assert 0 <= doubt <= 1


def test_the_same_seed_makes_the_same_mistake_and_another_another() -> None:
    position = games.dice_game("backgammon").start().rolled((6, 3))
    beginner = levels.WITH_DICE[1]
    turns = [str(beginner.think(position, ThinkRequest(n)).choice) for n in range(40)]
    assert turns == [str(beginner.think(position, ThinkRequest(n)).choice) for n in range(40)]
    assert len(set(turns)) > 3


def test_a_forced_turn_is_played_without_doubt() -> None:
    position = games.dice_game("tabla").start().rolled((6, 6))
    engine = engine_for(position.game)
    while len(position.turns()) > 1:
        position = position.play(engine.ranked(position)[0].turn)
        if position.duty is None:
            position = position.rolled((6, 6))
    assert levels.WITH_DICE[5].think(position, ThinkRequest()).doubt == 0


def depths(position: Position, seconds: float | None, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The depths at which level 5 has the turns of a position ranked, with so much time."""
    plies: list[int] = []
    ranked = Engine.ranked

    def noted(engine: Engine, position: Position, ply: int = 0, **more: Any) -> list[Candidate]:
        plies.append(ply)
        return ranked(engine, position, 0, **more)

    monkeypatch.setattr(Engine, "ranked", noted)
    levels.WITH_DICE[5].think(position, ThinkRequest(seconds=seconds))
    monkeypatch.undo()
    return plies


@pytest.mark.parametrize(
    ("roll", "seconds", "ply"),
    [
        ((3, 1), None, 2),
        ((3, 1), 0.1, 2),
        ((3, 1), 0.09, 1),
        ((3, 1), 0.012, 1),
        ((3, 1), 0.01, 0),
        ((2, 2), None, 2),
        ((2, 2), 0.2, 2),
        ((2, 2), 0.19, 1),
        ((2, 2), 0.02, 0),
    ],
)
def test_a_master_with_less_time_looks_less_far(
    roll: tuple[int, int], seconds: float | None, ply: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stage of a ladder that others follow takes longer, and needs twice the time."""
    position = games.dice_game("gulbara").start().rolled(roll)
    while len(position.turns()) == 1:  # a first roll leaves no choice
        position = position.play(position.turns()[0])
        position = position if position.duty is not None else position.rolled(roll)
    assert position.duty is not None
    assert (len(position.duty.stages) > 1) == (roll[0] == roll[1])
    assert depths(position, seconds, monkeypatch) == [0, ply] if ply else [0]


@pytest.mark.parametrize("level", [4, 5])
def test_the_score_counts(level: int) -> None:
    """At 1-away the bot hits though it may lose a mars: 28 wins of a hundred instead of 15."""
    game = games.dice_game("backgammon")
    text = "X=13:6,16:1,8:3,6:3,4:2;O=7:2,6:3,5:3,4:2,2:2,14:2,20:1"
    position = game.parse(text).rolled((6, 2))
    last = replace(Table(Terms("backgammon", length=5)).match, position=position, score=(4, 4), turn=0)
    bot = levels.WITH_DICE[level]
    assert str(bot.think(position, ThinkRequest(match=last)).choice) == "13/5*"
    assert str(bot.think(position, ThinkRequest()).choice) == "16/8"


def loss(level: int, positions: list[Position]) -> float:
    """The loss of a level in these positions, as the engine sees them; nobody has time to look ahead."""
    total = 0.0
    for number, position in enumerate(positions):
        candidates = engine_for(position.game).ranked(position)
        turn = levels.WITH_DICE[level].think(position, ThinkRequest(number, seconds=0.01)).choice
        total += candidates[0].equity - next(
            candidate.equity for candidate in candidates if candidate.turn == turn
        )
    return total / len(positions)


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "tapa"])
def test_each_level_gives_away_less_than_the_one_below(game: str) -> None:
    chance, positions = random.Random(game), list[Position]()
    while len(positions) < times(120, least=60):
        position = some(game, chance, 30)
        if position is not None:
            positions.append(position)
    losses = [loss(level, positions) for level in levels.LEVELS]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0.02
    assert losses[-1] < 0.001


def test_the_table_of_strength_is_monotone() -> None:
    for skills in SKILLS.values():
        for low, high in zip(levels.LEVELS, levels.LEVELS[1:], strict=False):
            assert skills[low].noise > skills[high].noise
            assert skills[low].overlook > skills[high].overlook
            assert skills[low].cube > skills[high].cube
            assert skills[low].ply <= skills[high].ply


def test_the_path_of_strength_on_squares_is_monotone() -> None:
    for looks in LOOKS.values():
        for low, high in itertools.pairwise(levels.ON_BOARDS):
            assert looks[low].nodes <= looks[high].nodes
            assert looks[low].noise >= looks[high].noise
            assert looks[low].overlook >= looks[high].overlook
            assert looks[low].glance >= looks[high].glance
            assert looks[low] != looks[high]


def test_what_needs_several_checkers_is_hidden_and_a_hit_is_not() -> None:
    position = games.dice_game("backgammon").start()
    turns = {str(turn): turn for turn in position.rolled((3, 1)).turns()}
    assert hidden(turns["8/5 6/5"]) > hidden(turns["13/9"]) - 0.2
    assert hidden(turns["24/23 13/10"]) > hidden(turns["6/2"])
    assert all(0 <= hidden(turn) <= 1 for turn in turns.values())


def test_something_always_meets_the_eye() -> None:
    depths = {"plain": 0.1, "deep": 1.0}
    for number in range(50):
        assert seen(list(depths), depths.__getitem__, 5.0, random.Random(number)) == ["plain"]
    assert seen(list(depths), depths.__getitem__, 0.0, random.Random(1)) == list(depths)


@pytest.mark.parametrize("error", [-2.0, -0.3, 0.0, 0.2, 2.0])
def test_what_is_believed_are_chances_still(error: float) -> None:
    chances = believed(OutcomeProbabilities(0.5, 0.2, 0.1, 0.1, 0.05, 0.1), error)
    assert 0 <= chances.win3 <= chances.win2 <= chances.win <= 0.9
    assert 0 <= chances.lose3 <= chances.lose2 <= chances.lose + 1e-9
    if not error:
        assert chances.win2 == pytest.approx(0.2)


def test_nobody_hopes_where_all_is_lost() -> None:
    lost, won = OutcomeProbabilities(0.0, lose2=1.0, lose3=1.0), OutcomeProbabilities(1.0, 1.0)
    assert believed(lost, 0.3) == lost
    assert believed(won, -0.3) == won
    assert believed(OutcomeProbabilities(0.02), 0.3).win == pytest.approx(0.04)


@pytest.mark.parametrize("game", ["backgammon", "tabla", "short-nardy", "tabla-bg", "long-nardy"])
@pytest.mark.parametrize("text", ["X=1:8,4:3,5:1,6:3;O=3:1", "X=1:7,4:3,5:1,6:4;O=3:1"])
def test_a_single_is_accepted_where_any_roll_saves_the_mars(game: str, text: str) -> None:
    """However little a level sees of its turns: it would be asked in vain until the game is over."""
    table = Table(Terms(game, length=5, cube=game != "tabla-bg"))
    table.place(text, 0, phase="roll", dice=None)
    for level in levels.LEVELS:
        assert bots.get(f"level{level}").accepts_resignation(table.match, 1, 1), level


@pytest.mark.parametrize("level", levels.LEVELS)
def test_no_level_misjudges_what_it_is_offered(level: int) -> None:
    """A mars in seven games is more than a hit in twenty: who overlooks it would take a single."""
    table, bot = Table(Terms("tabla", length=5)), bots.get(f"level{level}")
    ending = "X=23:1,9:1,8:4,7:1,5:2,4:4,3:2;O=6:2,5:4,4:2,3:2,off:5"
    for rolls in range(8):
        table.place(ending, 0, phase="roll", dice=None, rolls=rolls)
        accepts = [bot.accepts_resignation(table.match, 1, points) for points in (1, 2)]
        assert accepts == [False, True], rolls


def test_another_decision_has_another_seed() -> None:
    table = Table(Terms("tabla"), (3, 1), (5, 2))
    seeds = {seed(table.match)}
    for _ in range(6):
        table.step()
        seeds.add(seed(table.match))
    assert len(seeds) >= 3
    assert seed(table.match) == seed(table.match)


@pytest.mark.parametrize("game", [info.id for info in GAMES.values() if not info.is_pure_luck])
def test_there_is_an_opponent_of_each_level(game: str) -> None:
    for level in levels.offered(game):
        name = bots.opponent(game, level)
        assert levels.level_of(name) == level
        assert bots.title(name) == f"Zaria ({levels.NAMES[level]})"
    for unknown in ("plain", "modest", "level0", "level0.5", "level5.5", "level6", "level", "level55", ""):
        assert levels.level_of(unknown) is None


def test_a_game_with_dice_has_the_level_below_for_one_between_two() -> None:
    assert [bots.opponent("tabla", level) for level in (1.5, 2, 4.5)] == ["level1", "level2", "level4"]
    assert [levels.nearest("chess", level) for level in (1.5, 2, 4.5)] == [1.5, 2, 4.5]
    assert [levels.NAMES[level] for level in (2, 2.5)] == ["Easy", "Easy +"]


def test_one_program_plays_a_game_of_pure_luck() -> None:
    assert {bots.opponent("indiyka", level) for level in levels.LEVELS} == {"zaria"}
    assert (bots.title("zaria"), levels.level_of("zaria")) == ("Zaria", None)
    with pytest.raises(KeyError):
        bots.opponent("indiyka", 6)


def test_a_game_of_pure_luck_leaves_hardly_a_choice() -> None:
    chance, numbers = random.Random("luck"), []
    for _ in range(times(12, least=6)):
        position = games.dice_game("indiyka").start()
        while position.outcome() is None:
            if position.duty is None:
                position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
            turns = position.turns()
            numbers.append(len(turns))
            best = levels.WITHOUT_LEVEL.think(position, ThinkRequest()).choice
            assert best in (turns or [Turn()])
            position = position.play(best)
    assert sum(number > 1 for number in numbers) <= len(numbers) / 100


def test_an_exact_engine_needs_no_lookahead() -> None:
    engine = engine_for(games.dice_game("indiyka"))
    start = games.dice_game("indiyka").start()
    assert engine.evaluate(start, 2) == engine.evaluate(start, 0)
    assert {levels.engine("indiyka", level) for level in levels.LEVELS} == {("exact", 0)}


class Timeless:
    """An engine that ignores limits of time, and remembers those that it was given."""

    def __init__(self, engine: SquaresEngine) -> None:
        self.engine = engine
        self.seconds: list[float | None] = []

    def lines(self, position: BoardPosition, limits: Limits, most: int) -> list[Variation]:
        self.seconds.append(limits.seconds)
        return self.engine.lines(position, limits._replace(seconds=None), most)


@pytest.mark.parametrize("game", ON_SQUARES)
def test_positions_and_not_the_clock_bound_a_level(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search has five times as long as its positions take, and makes the same moves without a limit."""
    assert all(5 * look.nodes / PACE[game] <= of_squares.SAFETY for look in LOOKS[game].values())
    position = games.board_game(game).start()
    moves = position.legal_moves()
    while position.plies < 12 or len(moves) < 4:
        position = position.move(moves[position.plies % len(moves)].move)
        moves = position.legal_moves()
    own_engine = ChessEngine(None) if game in CHESS_GAMES else squares_engine(position.game)
    timeless = Timeless(own_engine)
    most = 1_000 if game in CHESS_GAMES else 40_000
    few = [level for level in levels.LEVELS if LOOKS[game][level].nodes <= most]

    def choices(engine: SquaresEngine | Timeless) -> list[str]:
        monkeypatch.setattr(of_squares, "engine_for", lambda game: engine)
        requests = itertools.product(few, (1, 2))
        return [
            levels.ON_SQUARES[level].think(position, ThinkRequest(seed)).choice for level, seed in requests
        ]

    assert choices(own_engine) == choices(timeless)
    assert set(timeless.seconds) == {of_squares.SAFETY}


def test_an_offer_of_a_draw_leaves_time_for_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float | None] = []

    class Engine:
        def lines(self, position: BoardPosition, limits: Limits) -> list[Variation]:
            looked.append(limits.seconds)
            return []

    monkeypatch.setattr(of_squares, "engine_for", lambda game: Engine())
    start = games.board_game("chess").start()
    for seconds in (None, 1.0, 0.1):
        levels.ON_SQUARES[3].accepts_draw(start, 1, ThinkRequest(seconds=seconds))
    assert looked == [0.2, 0.2, 0.05]


def test_engines_of_other_options_are_not_kept_for_ever() -> None:
    """There are more options than anybody has memory for."""
    choices = dict.fromkeys(("paritet", "mars", "koks"), (False, True))
    names: dict[str, tuple[Option, ...]] = {
        **choices,
        "head_list": ("fivestars", "principle"),
        "six_block": ("step", "turn"),
    }
    variants = [
        games.dice_game("long-nardy-5s", **dict(zip(names, values, strict=True)))
        for values in itertools.product(*names.values())
    ]
    references = [weakref.ref(engine_for(variant)) for variant in variants]
    gc.collect()
    assert len(variants) > engine.KEPT >= sum(ref() is not None for ref in references) > 0
    assert engine_for(variants[-1]) is engine_for(variants[-1])
    assert len(WITH_DICE) < engine.KEPT
