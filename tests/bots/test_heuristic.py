"""The plain player: it wins against chance, and what it does looks sane."""

import random

import pytest

from tests.support.bots.arena import at_random, winner
from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria import bots, games
from zaria.bots.heuristic import no_contact
from zaria.bots.heuristic.player import HeuristicPlayer
from zaria.bots.heuristic.table import CheckersByPoint
from zaria.games.turn import Turn

pytestmark = pytest.mark.proof


def plain() -> HeuristicPlayer:
    """The plain player, by its name."""
    player = bots.get("plain")
    assert isinstance(player, HeuristicPlayer)
    return player


PLAIN = plain()
PLAYED = times(12, least=6)
BY_DAY = ("tabla", "tapa", "long-nardy")
LUCK = {"chelebi": 0.65, "gulbara": 0.65, "indiyka": 0}
"""The share of wins to ask for where the dice decide more: ladders, and two races without a choice."""
BORNE_OFF = [
    name
    for name in games.names()
    if games.dice_game(name).contact.shares_road and not games.dice_game(name).misere
]


def best(game: str, text: str, roll: tuple[int, int]) -> Turn:
    return PLAIN.turn(games.dice_game(game).parse(text).rolled(roll))


def test_programs_are_found_by_name() -> None:
    assert (PLAIN.id, PLAIN.name) == ("plain", "Plain")
    assert bots.names() == ["level1", "level2", "level3", "level4", "level5", "plain", "zaria"]
    with pytest.raises(bots.UnknownBotError, match=r"there are: level1, .*, zaria"):
        bots.get("deep")


@pytest.mark.parametrize("name", by_day(BY_DAY, games.names()))
def test_it_beats_chance(name: str) -> None:
    """Games with fixed dice; at least 80 in a hundred, but for games of luck."""
    chance = random.Random(name)
    players = (PLAIN.turn, at_random(chance))
    wins = sum(winner(games.dice_game(name), players, chance) == 0 for _ in range(PLAYED))
    assert wins >= LUCK.get(name, 0.8) * PLAYED


@pytest.mark.parametrize("name", by_day((*BY_DAY, "chelebi"), games.names()))
def test_it_plays_legal_turns_and_the_same_ones_again(name: str) -> None:
    chance = random.Random(1)
    position = games.dice_game(name).start()
    for _ in range(40):
        if position.duty is None:
            position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
        turns = position.turns()
        turn = PLAIN.turn(position) if turns else Turn()
        assert not turns or turn in turns
        assert not turns or PLAIN.turn(position) == turn
        position = position.play(turn)


@pytest.mark.parametrize(
    ("roll", "text"),
    [
        ((3, 1), "8/5 6/5"),
        ((4, 2), "8/4 6/4"),
        ((6, 1), "13/7 8/7"),
        ((5, 3), "8/3 6/3"),
        ((6, 5), "24/13"),
    ],
)
def test_it_opens_tabla_by_making_points(roll: tuple[int, int], text: str) -> None:
    assert str(PLAIN.turn(games.dice_game("tabla").start().rolled(roll))) == text


def test_it_hits() -> None:
    turn = best("tabla", "X=24:2,13:5,8:3,6:5;O=24:1,18:1,13:5,8:3,6:5", (6, 1))
    assert "*" in str(turn)


def test_it_leaves_no_checker_alone_without_need() -> None:
    turn = best("tabla", "X=8:2,7:2,6:3,5:2,4:2,3:2,2:2;O=bar:1,24:1,1:13", (2, 1))
    before = games.dice_game("tabla").parse("X=8:2,7:2,6:3,5:2,4:2,3:2,2:2;O=bar:1,24:1,1:13").rolled((2, 1))
    after = before.play(turn)
    assert 1 not in after.counts(0)[1:]


@pytest.mark.parametrize("game", BORNE_OFF)
def test_it_bears_off_as_much_as_it_can(game: str) -> None:
    few = sum(games.dice_game(game).start().counts(0)) < 7
    text = "X=6:1,5:1,1:1;O=7:2,6:1" if few else "X=6:1,5:2,4:2,1:2;O=7:2,6:2"
    assert best(game, text, (6, 5)).moves in {((6, 6), (5, 5)), ((5, 5), (6, 6))}


def test_it_pins_the_mother() -> None:
    turn = best("tapa", "X=20:4,9:5,3:6;O=24:1,12:4,4:10", (2, 5))
    assert any(step.hit and step.dst == 1 for step in turn.steps)


def test_it_leaves_the_head_while_it_can() -> None:
    turn = best("long-nardy", "X=24:12,20:1,17:1,15:1;O=24:12,20:1,17:1,15:1", (5, 3))
    assert any(src == 24 for src, _ in turn.moves)


def test_it_does_not_want_to_finish_first_where_that_loses() -> None:
    turn = best("antitabla", "X=6:1,5:2,4:2,1:2;O=7:2,6:2", (6, 5))
    assert sum(step.dst == 0 for step in turn.steps) == 1, "one has to go, with the six"
    assert str(best("antitabla", "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5", (6, 1))) != "13/7 8/7"


@pytest.mark.parametrize("name", ["gulbara", "chelebi", "crazy-gulbar"])
def test_it_plays_every_stage_of_a_ladder(name: str) -> None:
    position = games.dice_game(name).start().rolled((2, 2))
    stages = 0
    while position.duty is not None and position.turn == 0:
        turns = position.turns()
        turn = PLAIN.turn(position) if turns else Turn()
        assert not turns or turn in turns
        position = position.play(turn)
        stages += 1
    assert stages > 1


def test_it_takes_off_where_most_is_left_in_indiyka() -> None:
    """Of two checkers on one point and five on another the five are in the way."""
    even = CheckersByPoint((3, 2, 2, 2, 2, 2, 2, *[0] * 19), (3, 2, 2, 2, 2, 2, 2, *[0] * 19))
    worse = CheckersByPoint((3, 0, 0, 0, 0, 0, 12, *[0] * 19), even.their_checkers)
    started = CheckersByPoint((0, 2, 1, *[0] * 22, 12), (0, *[0] * 24, 15))
    assert no_contact.evaluate(even) == 0
    assert no_contact.evaluate(worse) < -10
    assert no_contact.evaluate(started) > 0
