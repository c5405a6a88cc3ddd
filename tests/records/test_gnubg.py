"""Real GNU Backgammon reads what we write, and sees the same positions in it.

The package of PyPI loads `.mat`; only the program of Debian loads SGF without falling over.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.records.histories import opened_terms
from tests.support.records.recorded_matches import FILES, HIT, played
from tests.support.requirements import missing
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.records import convert
from zaria.records.position_ids import gnubg
from zaria.records.position_ids.match_position import of_match

DRIVE = """
import gnubg, json, sys
for command in ("sound enable off", "display off", "jacoby off"):
    gnubg.command("set " + command)
gnubg.command('import mat "%s"' % sys.argv[1])
games = gnubg.match()["games"]
print()
print("@" + json.dumps({
    "games": [
        {
            "boards": [act["board"] for act in game["game"] if act["action"] == "move"],
            "dice": [sorted(act["dice"]) for act in game["game"] if act["action"] == "move"],
            "acts": [act["action"] for act in game["game"] if act["action"] in ("double", "take", "drop")],
            "winner": game["info"]["winner"],
            "points": game["info"].get("points-won"),
        }
        for game in games
    ],
    "last": gnubg.position_id(),
}))
"""
KNOWN = tuple(name for name in HIT if name not in ("longgammon-single", "hypergammon-single"))
"""Recorded matches of games that gnubg plays."""
PROGRAMS = ("gnubg", "/usr/games/gnubg")
WHY = "the gnubg package is made for x86-64 Linux and Python before 3.14"


def seen(path: Path) -> dict[str, list[dict[str, object]] | str]:
    """The package's reading of a `.mat`, in a process of its own: it talks a lot and may fall over."""
    try:
        import gnubg  # noqa: F401
    except ImportError:
        missing("gnubg", WHY)
    command = [sys.executable, "-c", DRIVE, str(path)]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=120, check=True)
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("@"))
    reading: dict[str, list[dict[str, object]] | str] = json.loads(line[1:])
    return reading


def expected(events: list[ev.Event]) -> list[dict[str, object]]:
    """The same of the events: the board before each turn, dice, cube, and how each game ended."""
    game_records: list[dict[str, object]] = []
    boards: list[str] = []
    dice: list[list[int]] = []
    acts: list[str] = []
    match: Match | None = None
    names = {ev.Doubled: "double", ev.Taken: "take", ev.Dropped: "drop"}
    for event in events:
        if isinstance(event, ev.GameStarted):
            boards, dice, acts = [], [], []
        elif isinstance(event, ev.TurnPlayed):
            assert match is not None
            assert match.dice is not None
            boards.append(gnubg.position_id(of_match(match)))
            dice.append(sorted(match.dice))
        elif isinstance(event, ev.GameEnded):
            winner = "XO"[event.winner or 0]
            game_records.append(
                {"boards": boards, "dice": dice, "acts": acts, "winner": winner, "points": event.points}
            )
        elif type(event) in names:
            acts.append(names[type(event)])
        match = evolve(match, event)
    return game_records


@pytest.mark.parametrize("name", [*KNOWN, "gnubg-7.mat"])
def test_every_position_of_a_match_is_the_same_in_gnubg(name: str, tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    if name in KNOWN:
        game = opened_terms(played(name)).game
        path.write_bytes(convert.write(played(name), "mat"))
        events = convert.read(path.read_bytes(), "mat", game)
    else:
        events = convert.read((FILES / name).read_bytes())
        path.write_bytes(convert.write(events, "mat"))
    for read_game, expected_game in zip(seen(path)["games"], expected(events), strict=True):
        assert isinstance(read_game, dict)
        if not expected_game["boards"]:  # given up before the first move: gnubg keeps nothing of such a game
            read_game |= {"winner": expected_game["winner"], "points": expected_game["points"]}
        assert read_game == expected_game


@pytest.mark.parametrize("name", KNOWN)
def test_the_program_loads_our_sgf_and_tells_it_as_our_mat(name: str, tmp_path: Path) -> None:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        missing("oracles", "the program gnubg (Debian: apt install gnubg) is not here")
    expected_game, read_game = tmp_path / "match.sgf", tmp_path / "match.mat"
    events = played(name)
    expected_game.write_bytes(convert.write(events, "sgf"))
    commands = f'set sound enable off\nload match "{expected_game}"\nexport match mat "{read_game}"\n'
    subprocess.run([program, "-t", "-q"], input=commands, capture_output=True, text=True, timeout=120)
    game = opened_terms(events).game
    again = convert.read(read_game.read_bytes(), "mat", game)
    assert expected(again) == expected(convert.read(expected_game.read_bytes(), "sgf", game))
