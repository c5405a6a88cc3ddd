"""Matches as frames: every golden playthrough, whatever its game."""

import pytest

from tests.records.played import PLAYED, played
from zaria.records.replay import games as beginnings
from zaria.records.replay import replay

NAMES = sorted(path.stem for path in PLAYED.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_is_a_whole_table(name: str) -> None:
    shown = replay(played(name))
    for frame in shown.frames:
        assert [sum(men) for men in frame.men] == [15, 15]
        if not frame.id.startswith("XGID"):
            position = shown.match.game.nth(frame.game).parse(frame.id, frame.turn)
            assert position.counts(0) == frame.men[0]
    assert shown.frames[-1].t == "ended"
    assert shown.frames[-1].score == shown.match.score
    assert next(number for number, _ in beginnings(shown.frames)) == 1


def test_stages_and_rests_are_told() -> None:
    frames = [
        frame for name in ("crazy-gulbar-single", "gulbara-single") for frame in replay(played(name)).frames
    ]
    assert any(frame.later for frame in frames)
    assert any(frame.rest for frame in frames)
    assert any(frame.others for frame in frames)
