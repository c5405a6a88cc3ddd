"""Every preset is what the rulebook's matrix says: where it starts, how it opens, what can be won."""

from typing import Any

import pytest

from tests.games.reference.presets import CHOICES, PRESETS, agreements, rules
from tests.games.reference.table import LAYOUT
from zaria import games

EVERY = [
    pytest.param(preset, options, id=" ".join([preset, *(f"{k}={v}" for k, v in options.items())]))
    for preset in PRESETS
    for options in agreements(preset)
]
THREE = ((1, "single"), (2, "mars"), (3, "koks"))


def test_names() -> None:
    assert set(games.names()) == {*PRESETS, "indiyka", "three-games", "tavli"}


@pytest.mark.parametrize("preset", PRESETS)
def test_board(preset: str) -> None:
    agreed, game = PRESETS[preset], games.dice_game(preset)
    assert game.contact == agreed.landing
    assert game.parallel == (agreed.way == "parallel")
    assert game.misere == agreed.misere
    for side in (0, 1):
        start = game.start(side)
        assert start.turn == side
        men = {point: count for point, count in enumerate(start.counts(side)) if count}
        assert men == LAYOUT[agreed.start]
        assert start.counts(1 - side) == start.counts(side)


@pytest.mark.parametrize("preset", PRESETS)
def test_beginnings(preset: str) -> None:
    game = games.dice_game(preset)
    assert (game.opening, game.next_starter) == (PRESETS[preset].opening, PRESETS[preset].next_starter)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_can_be_won(preset: str) -> None:
    for options in agreements(preset):
        agreed = rules(preset, **options)
        expected: tuple[tuple[int, str], ...] = THREE
        if agreed.points == "tabla12":
            expected = THREE[:2]
        elif agreed.points == "nardy":
            expected = (*THREE[:2], (agreed.home_mars, "home_mars"))
        elif agreed.points == "fivestars":
            expected = (THREE[0], *([THREE[1]] if agreed.mars else []), *([THREE[2]] if agreed.koks else []))
        assert games.get(preset, **options).classes == expected, options


@pytest.mark.parametrize("preset", games.names())
def test_choices(preset: str) -> None:
    """The values that may be agreed, the preset's own value first."""
    assert dict(games.get(preset).choices) == CHOICES.get(preset, {})


def test_indiyka() -> None:
    game = games.dice_game("indiyka")
    assert (game.contact, game.classes, game.opening, game.next_starter) == (
        "none",
        ((1, "single"),),
        "play",
        "winner",
    )


@pytest.mark.parametrize("options", agreements("three-games"))
def test_three_games(options: dict[str, Any]) -> None:
    evening = games.dice_game("three-games", **options)
    long_move = {"first_long_move": options["first_long_move"]}
    played = (
        games.dice_game("tabla"),
        games.dice_game("gulbara", **options),
        games.dice_game("tapa", **long_move),
    )
    assert evening.rotation == played
    assert [evening.nth(number) for number in range(1, 8)] == [*played, *played, played[0]]
