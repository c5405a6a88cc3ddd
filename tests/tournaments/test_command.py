"""`zaria tournament simulate`."""

import json
import sys
from typing import Any

import pytest

from zaria.cli.main import main
from zaria.tournaments.formats.registry import FORMATS


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["tournament", "simulate", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", FORMATS)
def test_one_tournament_is_one_object(capsys: pytest.CaptureFixture[str], name: str) -> None:
    played = simulated(capsys, name, "--players", "9", "--rounds", "4", "--seed", "5", "--no-shows", "0.2")
    assert list(played) == ["format", "players", "rounds", "standings"]
    assert played["format"] == name
    assert sorted(played["standings"]) == sorted(played["players"])
    for played_round in played["rounds"]:
        for player, opponent, winner in played_round["pairs"]:
            assert player in played["players"]
            assert winner == player if opponent is None else winner in (player, opponent, None)


def test_people_read_rounds_and_standings(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("swiss", "--players", "7", "--rounds", "3", "--seed", "5", "--no-shows", "0.2")
    played = simulated(capsys, *arguments)
    assert main(["tournament", "simulate", *arguments]) == 0
    rounds, _, standings = capsys.readouterr().out.partition("Place  Player  Won  No winner  Lost\n")
    assert [line for line in rounds.splitlines() if line[:1] == "R"] == ["Round 1", "Round 2", "Round 3"]
    assert rounds.count("has no opponent") == 3
    rows = [line.split() for line in standings.splitlines()]
    assert [row[1] for row in rows] == played["standings"]
    wins = [pair[2] for played_round in played["rounds"] for pair in played_round["pairs"] if pair[1]]
    for _place, player, won, undecided, lost in rows:
        assert int(won) == wins.count(player)
        assert int(won) + int(undecided) + int(lost) in (2, 3)


def test_the_same_seed_gives_the_same_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    for name in FORMATS:
        tournament, again, other_seed = (
            simulated(capsys, name, "--players", "20", "--no-shows", "0.1", "--seed", seed) for seed in "778"
        )
        assert tournament == again != other_seed


@pytest.mark.parametrize(
    "arguments",
    [
        ("swiss", "--players", "1"),
        ("swiss", "--rounds", "0"),
        ("arena", "--no-shows", "1.5"),
        ("arena", "--no-shows", "nan"),
    ],
)
def test_numbers_out_of_range_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main(["tournament", "simulate", *arguments]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert arguments[1] in output.err


def test_a_format_without_its_library_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    assert main(["tournament", "simulate", "swiss"]) == 2
    assert "py4swiss" in capsys.readouterr().err
