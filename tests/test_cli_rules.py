"""`zaria games`, `zaria turns`, `zaria perft`."""

import json

import pytest

from zaria import games
from zaria.cli.main import main
from zaria.games.registry import GAMES, TRADITIONS, of_tradition


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, list[str], list[str]]:
    """The exit code, the lines of output and those of complaint."""
    try:
        code = main(args)
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out.splitlines(), printed.err.splitlines()


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, (heading, *lines), _ = run(capsys, "games")
    assert code == 0
    assert heading.split()[:4] == ["NAME", "TITLE", "SOURCE", "OPTIONS"]
    assert [line for line in lines if line.startswith("#")] == [f"# {name}" for name in TRADITIONS]
    lines = [line for line in lines if not line.startswith("#")]
    assert [line.split()[0] for line in lines] == [game for name in TRADITIONS for game in of_tradition(name)]
    assert {line.split()[0] for line in lines} == {*GAMES}
    shown = {line.split()[0]: line for line in lines}
    assert "first_long_move=both|starter|off" in shown["tapa"]
    assert "head_list=nardy|fivestars|principle home_mars=3|4" in shown["long-nardy"]
    assert "paritet=no|yes mars=yes|no koks=yes|no" in shown["short-nardy-5s"]
    assert shown["ugolki"].endswith("house=4x3|3x3|4x4 safety_draw=no|yes")
    for name in shown:
        assert games.get(name).title in shown[name]
        assert games.get(name).source in shown[name]


def test_games_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run(capsys, "games", "--json")[1][0])
    assert [*listed] == [*GAMES]
    assert listed["tapa"]["options"]["first_long_move"] == ["both", "starter", "off"]
    assert (listed["chess"]["title"], listed["chess"]["kind"]) == ("Chess", "board")
    assert (listed["chess"]["tradition"], listed["giveaway"]["tradition"]) == ("chess", "draughts")


def test_turns(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, complaints = run(capsys, "turns", "tabla", "--roll", "31")
    assert (code, lines[0], complaints) == (0, "16", [])
    assert len(set(lines[1:])) == 16
    assert "8/5 6/5" in lines


@pytest.mark.parametrize(
    "board",
    [
        "-b----E-C---eE---c-e----B-",
        "4HPwATDgc/ABMA",
        "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5",
    ],
)
def test_every_way_to_write_a_position(capsys: pytest.CaptureFixture[str], board: str) -> None:
    assert run(capsys, "turns", "tabla", "--position", board, "--roll", "65")[1][0] == "7"


def test_a_board_that_looks_like_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    board = "-h-----------------------B"
    result = run(capsys, "turns", "tabla", "--position", board, "--roll", "42")
    assert result == (0, ["1", "bar/23 bar/21"], [])


def test_no_turn(capsys: pytest.CaptureFixture[str]) -> None:
    shut = "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2"
    assert run(capsys, "turns", "tabla", "--position", shut, "--roll", "31") == (0, ["0"], [])


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "turns", "tapa", "--roll", "31")[1] == ["1", "24/20"]
    off = run(capsys, "turns", "tapa", "--roll", "31", "--set", "first_long_move=off")
    assert off[1] == ["2", "24/23 24/21", "24/20"]
    assert run(capsys, "turns", "long-nardy", "--roll", "31", "--set", "home_mars=4")[0] == 0


def test_a_switch_is_yes_or_no(capsys: pytest.CaptureFixture[str]) -> None:
    where = ("turns", "short-nardy", "--roll", "22", "--position", "X=4:1,off:14;O=23:1")
    assert run(capsys, *where)[1] == ["1", "4/2*"]
    assert run(capsys, *where, "--set", "hit_then_off_ban=yes")[1] == ["1", "4/2*"]
    assert run(capsys, *where, "--set", "hit_then_off_ban=no")[1] == ["1", "4/2*/off"]


@pytest.mark.parametrize(
    ("game", "where", "lines"),
    [
        ("gulbara", "X=24:4,off:11;O=24:15;ladder=6666", ["1", "24/18(4)"]),
        ("gulbara", "X=24:4,off:11;O=6:15;ladder=6666", ["0"]),
        ("gulbar", "X=20:1,off:14;O=24:15;rest=3", ["1", "20/17"]),
        ("tabla", "X=2:1;O=6:15;due=31", ["1", "2/off"]),
        ("indiyka", "X=hand:15;O=hand:15;due=4444", ["1", "hand/4(2)"]),
    ],
)
def test_what_is_due_needs_no_roll(
    capsys: pytest.CaptureFixture[str], game: str, where: str, lines: list[str]
) -> None:
    code, output, complaints = run(capsys, "turns", game, "--position", where)
    assert (code, output[: len(lines)], complaints) == (0, lines, [])


def test_indiyka(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "turns", "indiyka", "--roll", "31")[1] == ["1", "hand/3 hand/1"]


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (("gulbara", "--set", "ladder_from_roll=4"), ["1 53", "2 2768"]),
        (("indiyka",), ["1 21", "2 441"]),
        (("backgammon",), ["1 447", "2 202782"]),
        (("tabla",), ["1 447", "2 202782"]),
        (("tapa",), ["1 59", "2 3474"]),
        (("tapa", "--set", "first_long_move=both"), ["1 24", "2 576"]),
        (("long-nardy",), ["1 22", "2 484"]),
    ],
)
def test_perft(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], lines: list[str]) -> None:
    assert run(capsys, "perft", *args, "--depth", "2") == (0, lines, [])


def test_moves_on_squares(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, complaints = run(capsys, "turns", "russian-draughts", "--position", "W:W22:B9,10,11,18")
    assert (code, lines, complaints) == (0, ["2", "c3:e5:c7:a5", "c3:e5:g7"], [])


@pytest.mark.parametrize(
    ("args", "last"),
    [
        (("russian-draughts", "--depth", "8"), "8 929899"),
        (("russian-draughts", "--depth", "8", "--routes"), "8 929905"),
        (("giveaway", "--depth", "8", "--set", "max_in_direction=yes"), "8 929882"),
        (("english-draughts", "--depth", "7"), "7 179740"),
        (("draughts", "--depth", "6"), "6 167140"),
        (("draughts", "--depth", "4", "--position", "W:B16,17,18,19,20:W31,32,33,34,35"), "4 2538"),
        (("ugolki", "--depth", "3"), "3 4412"),
        (("chess", "--depth", "3"), "3 8902"),
    ],
)
def test_perft_on_squares(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], last: str) -> None:
    code, lines, complaints = run(capsys, "perft", *args)
    assert (code, lines[-1], complaints) == (0, last, [])


@pytest.mark.parametrize(
    "args",
    [
        ("turns", "chess", "--roll", "31"),
        ("turns", "giveaway", "--position", "W:W1:B32"),
        ("perft", "draughts", "--depth", "0"),
        ("perft", "draughts", "--depth", "30"),
        ("perft", "draughts", "--depth", "2", "--set", "max_in_direction=yes"),
        ("perft", "ugolki", "--depth", "1", "--position", "nonsense"),
        ("perft", "tabla", "--depth", "1", "--routes"),
        ("turns", "mahjong", "--roll", "31"),
        ("turns", "tabla"),
        ("turns", "tabla", "--roll"),
        ("turns", "tabla", "--roll", "37"),
        ("turns", "tabla", "--roll", "3"),
        ("turns", "tabla", "--roll", "3-1"),
        ("turns", "tabla", "--roll", "٣١"),
        ("turns", "tabla", "--roll", "31", "--position", "nonsense"),
        ("turns", "tabla", "--roll", "31", "--position", "two\nlines"),
        ("turns", "tabla", "--roll", "31", "--position", ""),
        ("turns", "tapa", "--roll", "31", "--position", "-b----E-C---eE---c-e----B-"),
        ("turns", "tapa", "--roll", "31", "--set", "first_long_move"),
        ("turns", "tapa", "--roll", "31", "--set", "first_long_move=maybe"),
        ("turns", "tapa", "--roll", "31", "--set", "colour=red"),
        ("turns", "tapa", "--roll", "31", "--set", "id=tabla"),
        ("turns", "tapa", "--roll", "31", "--set", "name=tabla"),
        ("perft", "tabla"),
        ("perft", "tabla", "--depth", "0"),
        ("perft", "tabla", "--depth", "-1"),
        ("perft", "tabla", "--depth", "many"),
        ("perft", "tabla", "--depth", "9" * 5000),
        ("perft", "mahjong", "--depth", "1"),
        ("turns", "gulbara", "--roll", "31", "--position", "X=24:15;O=6:15;rest=6666"),
        ("turns", "gulbara", "--position", "X=24:15;O=6:15;rest=66/55"),
        ("turns", "short-nardy", "--roll", "31", "--set", "caucasus=True"),
        ("turns", "indiyka", "--roll", "31", "--position", "X=24:15;O=24:15"),
        ("perft", "tabla", "--depth", "1", "--sideways"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    code, lines, complaints = run(capsys, *args)
    assert (code, lines, len(complaints)) == (2, [], 1)


def test_a_pasted_xgid_has_its_dice(capsys: pytest.CaptureFixture[str]) -> None:
    text = "xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    code, lines, complaints = run(capsys, "turns", "backgammon", "--position", text)
    assert (code, complaints) == (0, [])
    assert "8/5 6/5" in lines
