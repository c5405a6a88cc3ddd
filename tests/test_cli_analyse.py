"""`zaria analyse`: files in, a report out, one line when something is wrong."""

import io
import json
import re
from pathlib import Path

import pytest

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.match import board_matches
from tests.support.match.dice_matches import Table
from zaria.bots.analysis import Analysis, Depth, Progress, analyse, decode
from zaria.cli import analyse as cli_analyse
from zaria.cli.main import main
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records import convert
from zaria.records.formats.json import dump

HERE = Path(__file__).parent
MATCH = HERE / "records" / "files" / "gnubg-7.mat"
RECORDS = HERE / "playthroughs"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engines judge simply: what they find is tested elsewhere."""

    def quickly(events: list[ev.Event], depth: Depth, progress: Progress, *, cube_games: int) -> Analysis:
        return analyse(events, depth, progress, evaluators=simple, engines=hasty, cube_games=cube_games)

    monkeypatch.setattr(cli_analyse, "analyse", quickly)


@pytest.mark.slow
@pytest.mark.proof
def test_a_match_that_another_program_wrote(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_analyse, "analyse", analyse)
    assert main(["analyse", str(MATCH), "--depth", "quick"]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("gnubg against root: backgammon, 7 points\n\nGame 1 (backgammon), 0 : 0\n")
    for word in (
        "performance rate",
        "result without luck",
        "XGID=",
        "    played ",
        "    best ",
        "Judged by net backgammon ",
        ", quick (0-ply",
    ):
        assert word in output.out
    assert "Traceback" not in output.err


FOOLS_MATE = "1. f3 e5 2. g4 Qh4# 0-1\n"


@pytest.mark.parametrize(
    ("record", "row"),
    [
        ((RECORDS / "tabla-single.json").read_text(), "  13  14  15  16"),
        (FOOLS_MATE, "  R N B Q K B N R"),
    ],
)
def test_chances_and_the_worst_error_are_drawn(
    record: str, row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record"
    file.write_text(record)
    assert main(["analyse", str(file), "--depth", "quick"]) == 0
    out = capsys.readouterr().out
    graph = re.search(r"^  \S.* wins: ([▁▂▃▄▅▆▇█]{2,60}) \d+%$", out, re.MULTILINE)
    assert graph is not None
    assert len(set(graph[1])) > 1
    assert "The worst error, of " in out
    assert row in out


def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    name = RECORDS / "tabla-single.json"
    assert main(["analyse", str(name), "--json", "--depth", "quick"]) == 0
    output = capsys.readouterr()
    analysis = decode(output.out.encode())
    assert (analysis.game, analysis.method.depth, json.loads(output.out)["version"]) == ("tabla", "quick", 3)


def test_progress_is_printed_in_lines_where_there_is_no_terminal() -> None:
    seldom, often = io.StringIO(), io.StringIO()
    for out, interval in ((seldom, 60.0), (often, 0.0)):
        tell = cli_analyse._progress(out, interval)
        tell(0.5)
        tell(1.0)
    assert (seldom.getvalue(), often.getvalue()) == ("", "analysed 50%\nanalysed 100%\n")


@pytest.mark.parametrize("form", ["pgn", "json"])
def test_a_game_on_squares(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"game.{form}"
    file.write_bytes(convert.write(board_matches.chess(*board_matches.FOOLS_MATE).events, form))
    assert main(["analyse", str(file)]) == 0
    output = capsys.readouterr().out
    assert "Boris won 1 (played)" in output
    assert "normal (100000 positions, 1.5 s a move at most); unit: chance to win." in output


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    going, empty, halma = (tmp_path / name for name in ("going.json", "empty.json", "other.json"))
    table = Table(Terms("tabla"), (3, 1))
    going.write_bytes(dump(table.events))
    empty.write_bytes(dump(Table(Terms("tabla"), seated=False).events))
    halma.write_bytes(dump(table.events).replace(b'"game":"tabla"', b'"game":"halma"'))
    cut = tmp_path / "cut.mat"
    cut.write_text("\n".join(MATCH.read_text().splitlines()[:20]))
    for file, reason in (
        (going, "the match is not over"),
        (empty, "a match without a game"),
        (halma, "unknown game 'halma'"),
        (cut, "the match is not over"),
        (tmp_path / "nothing.mat", "No such file"),
        (HERE / "conftest.py", "conftest.py: "),
    ):
        assert main(["analyse", str(file)]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert reason in output.err
    with pytest.raises(SystemExit) as code:
        main(["analyse", str(MATCH), "--depth", "deepest"])
    assert code.value.code == 2


SESSION = """
 0 point match

 Game 1
 Anna : 0                       Boris : 0
  1) 31: 8/5 6/5                 41: 24/23 13/9
  2)  Doubles => 2                Takes
  3) 66: 24/18(2) 13/7(2)
                                  Wins 2 points

 Game 2
 Anna : 0                       Boris : 2
  1)                             63: 24/15
  2) 53: 8/3 6/3                 Doubles => 2
  3)  Takes                      42: 8/4 6/4
      Wins 4 points
"""
"""Two games for points, both given up by whoever was ahead; the second as a mars."""


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_session_of_games_for_points(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is as two single games: what is played for does not depend on the score."""
    whole = tmp_path / f"session.{form}"
    whole.write_bytes(convert.write(convert.read(SESSION.encode(), "mat"), form))
    both = json_analysis(whole, capsys)
    assert (both.length, len(both.games)) == (0, 2)
    assert [account.result for account in both.accounts] == [2, -2]
    assert {turn.kind for turn in both.decisions} == {"turn", "double", "answer", "resign", "resigned"}
    for number in (1, 2):
        analysis = json_analysis(alone(number, tmp_path), capsys)
        assert analysis.accounts == both.games[number - 1].accounts
        assert [turn.loss for turn in analysis.decisions] == [
            turn.loss for turn in both.decisions if turn.game == number
        ]
        assert [roll.luck for roll in analysis.rolls] == [
            roll.luck for roll in both.rolls if roll.game == number
        ]
    assert {turn.loss for turn in both.decisions if turn.kind == "resign"} != {0}


def test_close_cubes_are_rolled_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "session.mat"
    file.write_text(SESSION)
    assert main(["analyse", str(file), "--depth", "quick", "--rollout-cubes", "2"]) == 0
    report = capsys.readouterr().out
    assert re.search(r"    games  (take|drop|double|no double) +[+-]\d\.\d{4} ± \d\.\d{4}\n", report)
    assert re.search(r"    (take|drop|double|no double) by \d.* ± .* in 2 games without luck\n", report)


@pytest.mark.parametrize("games", ["0", "-1", "100001", "9" * 30])
def test_a_rollout_of_no_games_or_too_many_is_refused(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(MATCH), f"--rollout-cubes={games}"]) == 2
    assert capsys.readouterr().err == f"zaria: a rollout has 1 to 100000 games, not {games}\n"


def json_analysis(file: Path, capsys: pytest.CaptureFixture[str]) -> Analysis:
    """The output of `zaria analyse`."""
    assert main(["analyse", str(file), "--json", "--depth", "quick"]) == 0
    return decode(capsys.readouterr().out.encode())


def alone(number: int, folder: Path) -> Path:
    """A game of the session as a session of its own."""
    head, first, second = SESSION.split(" Game ")
    game = (first, second)[number - 1].replace("Boris : 2", "Boris : 0")
    file = folder / f"{number}.mat"
    file.write_text(f"{head} Game {game}")
    return file
