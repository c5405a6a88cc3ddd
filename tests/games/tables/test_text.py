"""Our own text form, and all that it refuses."""

import pytest

from tests.support.games.tables_notation import position
from zaria.games.protocols import InvalidPositionError


def test_bar_pins_and_checkers_off() -> None:
    hit = position("tabla", "X=bar:2,24:1,off:12;O=6:2,bar:1")
    assert hit.counts(0)[25] == 2
    assert hit.counts(1)[25] == 1
    assert hit.to_text() == "X=bar:2,24:1,off:12;O=bar:1,6:2,off:12"
    pinned = position("tapa", "X=24:1^,5:3;O=1:2")
    assert pinned.pinned(0) == (24,)
    assert pinned.to_text() == "X=24:1^,5:3,off:11;O=1:2,off:13"


def test_a_side_may_have_all_off() -> None:
    outcome = position("tabla", "X=6:1;O=off:15").outcome()
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("game", "source"),
    [
        ("tabla", ""),
        ("tabla", "nonsense"),
        ("tabla", "X=24:2"),
        ("tabla", "X=25:1;O=6:1"),
        ("tabla", "X=0:1;O=6:1"),
        ("tabla", "X=6:16;O=6:1"),
        ("tabla", "X=6:9,5:9;O=6:1"),
        ("tabla", "X=6:2,6:2;O=6:1"),
        ("tabla", "X=6:2,off:12;O=6:1"),
        ("tabla", "X=6:2;O=19:2"),
        ("tabla", "X=6:1^;O=19:2"),
        ("tabla", "X=;O="),
        ("tabla", "X=6:2;O=6:2;open=62"),
        ("tabla", "X=6:2;O=6:2\nX"),
        ("tabla", "X=٦:2;O=6:2"),
        ("tapa", "X=bar:1;O=6:2"),
        ("tapa", "X=6:2^;O=19:1"),
        ("tapa", "X=6:1^;O=20:2"),
        ("tapa", "X=6:1^;O=19:1^"),
        ("tapa", "X=bar:1^;O=6:1"),
        ("tapa", "X=6:1;O=19:2"),
        ("tapa", "-b----E-C---eE---c-e----B-"),
        ("tapa", "4HPwATDgc/ABMA"),
        ("long-nardy", "X=24:15;O=12:1"),
        ("long-nardy", "X=bar:1;O=12:1"),
        ("long-nardy", "X=24:15;O=24:15;open=62"),
    ],
)
def test_what_is_no_position(game: str, source: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        position(game, source or " ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("opening", ["66", "26", "99"])
def test_only_openings_that_matter_are_kept(opening: str) -> None:
    with pytest.raises(InvalidPositionError):
        position("long-nardy", f"X=24:15;O=24:14,16:1;open={opening}", head_list="fivestars")
    assert position("long-nardy", "X=24:15;O=24:14,16:1;open=62", head_list="fivestars").past.opened == 62
