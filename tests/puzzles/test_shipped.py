"""Every shipped file: its form, the legality of every answer, no decision twice; a sample is proven again."""

import json

import pytest

from zaria.puzzles.check import check
from zaria.puzzles.puzzle import CUBE_WORDS
from zaria.puzzles.scores import SOLVED, SOLVED_ON_SQUARES
from zaria.puzzles.shipped import FOLDER, load
from zaria.puzzles.tables.proof import SURE
from zaria.puzzles.validation import GAMES, validated

EVERY = 30
"""One of so many puzzles of a game is proven again; `zaria puzzles check` proves all."""
SHIPPED = [game for game in GAMES if (FOLDER / f"{game}.jsonl").exists()]


def test_files_belong_to_games() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} <= set(GAMES)
    assert {"tabla", "backgammon", "long-nardy", "russian-draughts"} <= set(SHIPPED)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_puzzle_is_sound(game: str) -> None:
    puzzles = list(load(game))
    assert puzzles
    for puzzle in puzzles:
        assert validated(puzzle).game == game
    lines = (FOLDER / f"{game}.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == list(load(game).ids)  # no identifier twice


@pytest.mark.parametrize("game", SHIPPED)
def test_every_wrong_answer_is_surely_wrong(game: str) -> None:
    for puzzle in load(game):
        wrong = [answer for answer in puzzle.answers if answer.turn != puzzle.best.turn]
        if puzzle.question == "avoid":
            assert puzzle.best.loss > max(answer.loss for answer in wrong)
            continue
        solved = SOLVED_ON_SQUARES if puzzle.question == "move" else SOLVED
        for answer in wrong:
            assert answer.loss > max(solved, SURE * answer.error - 1e-3), puzzle.id


@pytest.mark.parametrize("game", ["backgammon"])
def test_questions_about_the_cube_have_both_answers(game: str) -> None:
    cube = [puzzle for puzzle in load(game) if puzzle.question in CUBE_WORDS]
    assert cube
    assert all(puzzle.best.loss == 0.0 for puzzle in cube)


@pytest.mark.parametrize("game", ["tabla", "russian-draughts"])
def test_a_puzzle_is_proven_again(game: str) -> None:
    soonest = min(load(game), key=lambda puzzle: (puzzle.proof.games, len(puzzle.answers)))
    assert check(soonest).fault == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_a_sample_is_proven_again(game: str) -> None:
    for puzzle in list(load(game))[::EVERY]:
        assert check(puzzle).fault == ""
