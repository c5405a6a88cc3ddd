"""`zaria.bots` as others use it: every example of its page, and the small program made of it."""

import doctest
import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.by_day import by_day
from zaria import bots, games
from zaria.bots import squares, tables
from zaria.bots.analysis import analyse
from zaria.bots.squares import Limits
from zaria.bots.tables.training import run
from zaria.games.protocols import IllegalTurnError
from zaria.games.tables.kernel.kernel import kernel_is_compiled
from zaria.records import convert

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "library.md"
HINT = ROOT / "examples" / "hint.py"
NEAR = 0.12
"""By how much a number after the point may differ: nets change, and get better."""
SAMPLES = (
    "README.md",
    "docs/tutorial/first-hour.md",
    "docs/reference/dice.md",
    "docs/explanation/doubling.md",
    "docs/explanation/draughts-engine.md",
)
_SAMPLE = re.compile(r"^```python\n(?! )(.*?)^```", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"-?\d+\.\d+")


class About(doctest.OutputChecker):
    """Fractions need only be near."""

    def check_output(self, want: str, got: str, flags: int) -> bool:
        wanted, numbers = _NUMBER.findall(want), _NUMBER.findall(got)
        if "..." not in want and len(wanted) == len(numbers):
            if any(abs(float(a) - float(b)) > NEAR for a, b in zip(wanted, numbers, strict=True)):
                return False
            want, got = _NUMBER.sub("#", want), _NUMBER.sub("#", got)
        return super().check_output(want, got, flags)


def examples() -> doctest.DocTest:
    """All examples of the page, one after the other."""
    page = PAGE.read_text(encoding="utf-8")
    return doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)


@pytest.mark.skipif(not kernel_is_compiled(), reason="training needs the compiled kernels")
def test_every_example_of_the_page_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GAMES", 6)
    monkeypatch.setattr(run, "DUELS", 4)
    record = tmp_path / "tests" / "playthroughs" / "tabla-single.json"
    record.parent.mkdir(parents=True)
    shutil.copy(ROOT / record.relative_to(tmp_path), record)
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS | doctest.REPORT_NDIFF | doctest.FAIL_FAST
    output: list[str] = []
    runner = doctest.DocTestRunner(About(), optionflags=flags)
    page = examples()
    runner.run(page, out=output.append)
    assert len(page.examples) > 40
    assert not runner.failures, "".join(output)


@pytest.mark.parametrize("page", SAMPLES)
def test_every_sample_of_other_pages_runs(page: str) -> None:
    samples = _SAMPLE.findall((ROOT / page).read_text(encoding="utf-8"))
    assert samples
    for sample in samples:
        exec(compile(sample, page, "exec"), {})


@pytest.mark.parametrize(
    ("want", "got", "same"),
    [
        ("(0.51, 'a')", "(0.497, 'a')", True),
        ("(0.51, 'a')", "(0.3, 'a')", False),
        ("(0.51, 'a')", "(0.51, 'b')", False),
        ("0.51", "1", False),
    ],
)
def test_only_fractions_may_differ_and_only_a_little(want: str, got: str, same: bool) -> None:
    assert About().check_output(want, got, doctest.ELLIPSIS) is same


def test_what_is_public_is_there() -> None:
    for name in bots.__all__:
        assert getattr(bots, name).__doc__, name


def test_what_cannot_be_asked_of_an_engine_is_refused() -> None:
    tabla, tapa = games.dice_game("tabla"), games.dice_game("tapa")
    engine, start = tables.engine_for(tabla), tabla.start()
    with pytest.raises(ValueError, match="-1 plies"):
        engine.evaluate(start, -1)
    with pytest.raises(ValueError, match="-1 plies"):
        engine.ranked(tabla.parse("X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2").rolled((3, 1)), -1)
    with pytest.raises(ValueError, match="-1 plies"):
        engine.rollout(start, ply=-1)
    with pytest.raises(ValueError, match="0 games"):
        engine.rollout(start, games=0)
    over, nearly = tapa.parse("X=1:1;O="), tapa.parse("X=1:1;O=6:1")
    for foreign in (tapa.start(), over):
        with pytest.raises(ValueError, match="a position of tapa, not of tabla"):
            engine.evaluate(foreign)
    with pytest.raises(ValueError, match="a position of tapa, not of tabla"):
        engine.ranked(nearly.rolled((2, 1)))
    with pytest.raises(ValueError, match="a position of tapa, not of tabla"):
        engine.rollout(over)
    with pytest.raises(IllegalTurnError):
        engine.ranked(start)
    assert engine.evaluate(tabla.parse("X=1:1;O=1:1"), 9).win == 1.0


def test_an_engine_is_of_one_kind_of_games() -> None:
    with pytest.raises(ValueError, match="chess is played without dice"):
        tables.engine_for(games.board_game("chess"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="tabla is not played on squares"):
        squares.engine_for(games.dice_game("tabla"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("engine", "game"),
    [
        ("giveaway", "russian-draughts"),
        ("draughts", "russian-draughts"),
        ("chess", "ugolki"),
        ("ugolki", "chess"),
    ],
)
def test_a_position_of_another_game_on_squares_is_refused(engine: str, game: str) -> None:
    position = games.board_game(game).start()
    with pytest.raises(ValueError, match=f"a position of {game}, not of {engine}"):
        squares.engine_for(games.board_game(engine)).lines(position, Limits(nodes=10))


@pytest.mark.parametrize(
    ("name", "seed"),
    by_day(
        (("backgammon", -1), ("backgammon", 2**63), ("chelebi", 2**31 - 2)),
        (
            ("backgammon", -1),
            ("backgammon", 2**63),
            ("chelebi", 2**31 - 2),
            ("chelebi", 10**30),
            ("chelebi", -(2**63)),
        ),
    ),
)
def test_any_seed_gives_dice(name: str, seed: int) -> None:
    game = games.dice_game(name)
    engine = tables.engine_for(game)
    rollout = engine.rollout(game.start(), games=36, seed=seed)
    assert rollout == engine.rollout(game.start(), games=36, seed=seed)
    assert abs(rollout.equity) < 1.0
    assert rollout.error > 0.05


@pytest.mark.parametrize("name", ["english-draughts", "ugolki", "chess"])
@pytest.mark.parametrize(
    "limits", [Limits(nodes=0), Limits(nodes=-5), Limits(depth=0), Limits(depth=-1), Limits(seconds=-1.0)]
)
def test_a_search_of_nothing_is_a_short_one(name: str, limits: Limits) -> None:
    game = games.board_game(name)
    start = game.start()
    [line] = squares.engine_for(game).lines(start, limits)
    assert line.move in [way.move for way in start.legal_moves()]
    assert line.depth < 12


# -- examples/hint.py


def hinted(monkeypatch: pytest.MonkeyPatch, *args: str) -> str | int | None:
    """Run the program; what it says where it gives up."""
    monkeypatch.setattr(sys, "argv", [str(HINT), *args])
    try:
        runpy.run_path(str(HINT), run_name="__main__")
    except SystemExit as end:
        return end.code
    return None


def test_the_program_tells_the_best_turns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hinted(monkeypatch, "backgammon", "31", "-b----E-C---eE---c-e----B-") is None
    first, *turns = capsys.readouterr().out.splitlines()
    assert first.startswith("net: wins ")
    assert len(turns) == 5
    assert turns[0].endswith("  8/5 6/5  (1-ply)")


def test_the_program_says_when_there_is_no_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shut = "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2"
    assert hinted(monkeypatch, "tabla", "31", shut, "0") is None
    assert "  no turn  " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("chess", "11"), "no dice"),
        (("nothing", "11"), "unknown game"),
        (("tapa", "7"), "two digits"),
        (("tapa", "79"), "dice of 1 to 6"),
        (("tapa", "42", "what"), "not a position"),
        (("tapa", "42", "X=24:15;O=24:15;due=31"), ""),
        (("tapa", "42", "", "many"), "many"),
        (("tapa", "42", "", "-1"), "-1 plies"),
        ((), "GAME ROLL"),
    ],
)
def test_the_program_says_what_is_wrong(
    args: tuple[str, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = hinted(monkeypatch, *args)
    assert isinstance(message, str)
    assert reason in message


@pytest.mark.parametrize("name", ["english-draughts", "ugolki", "chess"])
@pytest.mark.parametrize(
    "endless", [Limits(seconds=float("inf")), Limits(seconds=float("nan")), Limits(nodes=2**63)]
)
def test_limits_that_nobody_reaches_are_none(name: str, endless: Limits) -> None:
    limits = endless._replace(depth=2)
    game = games.board_game(name)
    engine = squares.engine_for(game)
    assert engine.lines(game.start(), limits)[0].move == engine.lines(game.start(), Limits(depth=2))[0].move
    for odd in (limits._replace(noise=10**12), limits._replace(noise=-3), limits._replace(seed=-(10**30))):
        assert len(engine.lines(game.start(), odd)) == 1


@pytest.mark.parametrize("most", [0, -1])
@pytest.mark.parametrize("name", ["english-draughts", "ugolki", "chess"])
def test_the_best_of_no_moves_cannot_be_shown(name: str, most: int) -> None:
    board = games.board_game(name)
    with pytest.raises(ValueError, match=f"the best {most} moves"):
        squares.engine_for(board).lines(board.start(), Limits(nodes=10), most)
    tabla = games.dice_game("tabla")
    roll = tabla.start().rolled((3, 1))
    with pytest.raises(ValueError, match=f"the best {most} turns"):
        tables.engine_for(tabla).ranked(roll, most=most)


def test_an_analysis_has_one_of_three_depths() -> None:
    record = ROOT / "tests" / "playthroughs" / "tabla-single.json"
    with pytest.raises(ValueError, match="silly"):
        analyse(convert.read(record.read_bytes()), "silly")  # type: ignore[arg-type]
