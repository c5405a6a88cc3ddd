"""`zaria games`, `zaria turns`, `zaria perft`."""

import pytest

from zaria.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, list[str], list[str]]:
    """The exit code, the lines of output and those of complaint."""
    try:
        code = main(args)
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out.splitlines(), printed.err.splitlines()


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = run(capsys, "games")
    assert code == 0
    assert [line.split()[0] for line in lines] == ["tabla", "tapa", "long-nardy"]
    assert "first_long_move=both|starter|off" in lines[1]
    assert "head_list=nardy|fivestars home_mars=3|4" in lines[2]


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
    found = run(capsys, "turns", "tabla", "--position", board, "--roll", "42")
    assert found == (0, ["1", "bar/23 bar/21"], [])


def test_no_turn(capsys: pytest.CaptureFixture[str]) -> None:
    shut = "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2"
    assert run(capsys, "turns", "tabla", "--position", shut, "--roll", "31") == (0, ["0"], [])


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "turns", "tapa", "--roll", "31")[1] == ["1", "24/20"]
    off = run(capsys, "turns", "tapa", "--roll", "31", "--set", "first_long_move=off")
    assert off[1] == ["2", "24/23 24/21", "24/20"]
    assert run(capsys, "turns", "long-nardy", "--roll", "31", "--set", "home_mars=4")[0] == 0


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (("tabla",), ["1 447", "2 202782"]),
        (("tapa",), ["1 59", "2 3474"]),
        (("tapa", "--set", "first_long_move=both"), ["1 24", "2 576"]),
        (("long-nardy",), ["1 22", "2 484"]),
    ],
)
def test_perft(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], lines: list[str]) -> None:
    assert run(capsys, "perft", *args, "--depth", "2") == (0, lines, [])


@pytest.mark.parametrize(
    "args",
    [
        ("turns", "chess", "--roll", "31"),
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
        ("perft", "backgammon", "--depth", "1"),
        ("perft", "tabla", "--depth", "1", "--sideways"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    code, lines, complaints = run(capsys, *args)
    assert (code, lines, len(complaints)) == (2, [], 1)
