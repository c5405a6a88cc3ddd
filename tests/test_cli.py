"""The command line as a whole."""

import errno
import os
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.servers import ZARIA
from zaria.cli import analyse as cli_analyse
from zaria.cli.main import main

pytestmark = pytest.mark.service


def exit_code(*words: str) -> int:
    """The exit code of a command that ends in this process."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["backgammon"],
        ["turns"],
        ["perft", "tabla"],
        ["games", "two\nlines"],
        ["verify", "two\nlines"],
    ],
)
def test_a_command_that_cannot_be_read_is_answered_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("zaria")
    assert err.count("\n") == 1


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--version") == 0
    assert capsys.readouterr().out == f"zaria {metadata.version('zaria')}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--help") == 0
    out = capsys.readouterr().out
    for command in ("serve", "games", "turns", "perft", "verify", "manage"):
        assert command in out


def test_what_cannot_be_written_is_reported_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*ZARIA, "turns", "tabla", "--roll", "11"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == f"zaria: {os.strerror(errno.ENOSPC)}\n"


def test_a_name_that_cannot_be_shown_costs_nobody_the_rest() -> None:
    record = Path(__file__).parent / "playthroughs" / "indiyka-single.json"
    done = subprocess.run(
        [*ZARIA, "analyse", "-", "--from", "json", "--depth", "quick"],
        input=record.read_bytes().replace(b"Boris", "Борис".encode()),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Ada against ?????: indiyka")


def test_ctrl_c_is_answered_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(path: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_analyse, "body_of", stopped)
    assert main(["analyse", "a.mat"]) == 130
    assert capsys.readouterr().err == "zaria: stopped\n"


def test_a_reader_who_has_read_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*ZARIA, "turns", "tabla", "--roll", "11"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["games"], 0, b""),
        (["convert", "-", "x.mat"], 2, b"zaria: -: line 1: no match"),
        pytest.param(
            ["no-such-command"], 2, b"zaria: argument COMMAND: invalid choice", marks=pytest.mark.slow
        ),
    ],
)
def test_streams_that_are_closed_are_no_trouble(words: list[str], code: int, error: bytes) -> None:
    done = subprocess.run(["sh", "-c", '"$@" <&- >&-', "sh", *ZARIA, *words], capture_output=True)
    assert done.returncode == code
    assert done.stderr.startswith(error)
    assert done.stderr.count(b"\n") == (1 if code else 0)
