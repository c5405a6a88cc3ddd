"""Options: what is a game and what is not."""

import pytest

from zaria.games.protocols import InvalidOptionsError, Option
from zaria.games.tables.kernel.rules import KernelRules
from zaria.games.tables.options import TablesOptions

PARALLEL: dict[str, Option] = {"setup": "head", "direction": "parallel", "contact": "single"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"setup": "nackgammon"}, "setup is one of"),
        ({"checkers": 4}, "checkers is one of"),
        ({"checkers": 3}, "all its checkers"),
        ({"setup": "hyper"}, "all its checkers"),
        ({"home_mars": 5}, "home_mars is one of"),
        ({"head": 2}, "head is one of"),
        ({"head": True}, "head is one of"),
        ({"hit_then_off_ban": True}, "hit_then_off_ban is one of"),
        ({"ladder": 3}, "ladder is one of"),
        ({"direction": "parallel"}, "neither hit nor pin"),
        ({"direction": "parallel", "contact": "pin"}, "neither hit nor pin"),
        ({"ladder": 2}, "no stages of two"),
        ({"ladder_from_roll": 4}, "without a ladder"),
        ({"rest": "ladder"}, "without a ladder"),
        ({"doublets": "ladder", "roll_again": True}, "does not roll again"),
        ({"head": 1}, "a head"),
        ({"head_list": "nardy", **PARALLEL}, "without a head"),
        ({"first_long_move": "both"}, "first long move"),
        ({"six_block": "step"}, "six-block"),
        ({"first_away": True, **PARALLEL, "setup": "standard"}, "all start on one point"),
        ({"quarter_limit": "own", "six_block": "step", **PARALLEL}, "not for both"),
        ({"quarter_limit": "own"}, "limits of the start and of rows"),
        ({"open_lock": True}, "limits of the start and of rows"),
        ({"caucasus": True, **PARALLEL}, "hitting"),
        ({"caucasus": True, "setup": "head", "contact": "pin"}, "hitting"),
        ({"hit_then_off_ban": "point", **PARALLEL}, "hit"),
        ({"hit_and_run": "banned", **PARALLEL}, "hit and run"),
        ({"hit_and_run": "banned", "doublets": "ladder"}, "hit and run"),
        ({"hit_and_run": "banned", "caucasus": True}, "no other ban"),
        ({"hit_and_run": "banned", "hit_then_off_ban": "checker"}, "no other ban"),
        ({"mothers": "restart"}, "pinned"),
        ({"home_mars": 4}, "home mars"),
        ({"mars": False}, "5Stars"),
        ({"koks": False, "scoring": "tapa"}, "5Stars"),
        ({"paritet": True, "misere": True}, "equal turns"),
        ({"paritet": True, "rest": "any"}, "equal turns"),
        ({"paritet": True, "roll_again": True}, "equal turns"),
    ],
)
def test_what_is_no_game(options: dict[str, Option], reason: str) -> None:
    with pytest.raises(InvalidOptionsError, match=reason) as caught:
        TablesOptions(**options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_numbers_are_the_kernels() -> None:
    assert TablesOptions().kernel_rules == KernelRules(limit=-1)
    strict = TablesOptions(**PARALLEL, head=1, head_list="principle", six_block="turn")  # type: ignore[arg-type]
    assert strict.kernel_rules == KernelRules(limit=0, parallel=1, head=1, head_list=3, six_block=2)
    hitters = TablesOptions(caucasus=True, hit_then_off_ban="checker").kernel_rules
    assert hitters == KernelRules(limit=-1, caucasus=1, off_ban=1)
    assert TablesOptions(hit_and_run="banned").kernel_rules == KernelRules(limit=-1, stays=1)
    few = TablesOptions(setup="hyper", checkers=3)
    assert few.kernel_rules == KernelRules(limit=-1, checkers=3)
    assert TablesOptions(hit_then_off_ban="point").kernel_rules == KernelRules(limit=-1, off_ban=2)


def test_plain_games_hand_over_after_every_roll() -> None:
    assert TablesOptions().plain
    assert not TablesOptions(doublets="ladder").plain
    assert not TablesOptions(rest="any").plain
    assert not TablesOptions(roll_again=True).plain
