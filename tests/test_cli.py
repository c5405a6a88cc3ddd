"""The command line as a whole."""

import subprocess

import pytest

from tests.serving import ZARIA


def zaria(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ZARIA, *words], capture_output=True, text=True)


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
def test_a_command_that_cannot_be_read_is_answered_in_one_line(words: list[str]) -> None:
    done = zaria(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("zaria")
    assert done.stderr.count("\n") == 1


def test_help_names_every_command() -> None:
    done = zaria("--help")
    assert done.returncode == 0
    for command in ("serve", "games", "turns", "perft", "verify", "manage"):
        assert command in done.stdout


def test_a_reader_who_has_read_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*ZARIA, "turns", "tabla", "--roll", "11"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() == 0
