"""Matches as frames: every golden playthrough, whatever its game."""

import pytest

from tests.support.match.dice_matches import NOW, Table
from tests.support.records.recorded_matches import PLAYED, played
from zaria.club.matches.replay.dice_frames import DiceFrames
from zaria.club.matches.replay.narration import sentence
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records.errors import InvalidRecordError
from zaria.records.replay import games as beginnings
from zaria.records.replay import replay

NAMES = sorted(path.stem for path in PLAYED.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_is_a_whole_table(name: str) -> None:
    shown = replay(played(name))
    size = 3 if name.startswith("hyper") else 15
    for frame in shown.frames:
        assert [sum(men) for men in frame.men] == [size, size]
        if not frame.id.startswith("XGID"):
            position = shown.match.dice_game().nth(frame.game).parse(frame.id, frame.turn)
            assert position.counts(0) == frame.men[0]
    assert shown.frames[-1].t == "ended"
    assert shown.frames[-1].score == shown.match.score
    assert next(number for number, _ in beginnings(shown.frames)) == 1


def test_stages_and_rests_are_shown() -> None:
    frames = [
        frame for name in ("crazy-gulbar-single", "gulbara-single") for frame in replay(played(name)).frames
    ]
    assert any(frame.later for frame in frames)
    assert any(frame.rest for frame in frames)
    assert any(frame.others for frame in frames)


def test_a_claim_is_shown_and_a_cancelled_table_is_no_match() -> None:
    table = Table(Terms("tabla"))
    table.do(1, cmd.Claim("win"))
    claimed, ended = replay(table.events).frames[-2:]
    assert (claimed.t, claimed.side) == ("claimed", 1)
    assert (ended.side, ended.points, ended.how) == (1, 3, "left")
    assert sentence(DiceFrames.sentences, claimed, ("Ada", "Boris")) == "Ada left the table"
    cleared = Table(Terms("tabla"), seated=False)
    cleared.sit(0)
    cleared.do(0, cmd.Cancel())
    with pytest.raises(InvalidRecordError, match="a match without a game"):
        replay(cleared.events)


WRONG: dict[str, tuple[ev.Event, str]] = {
    "claimed before it began": (ev.Claimed(at=NOW, side=0, what="win"), "event 2: “claimed” cannot follow"),
    "cleared twice": (ev.Cancelled(at=NOW, side=None), "event 3: “cancelled” cannot follow"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_follow(name: str) -> None:
    event, reason = WRONG[name]
    opened = Table(Terms("tabla"), seated=False).events
    with pytest.raises(InvalidRecordError, match=reason):
        replay([*opened, event, event])


def test_a_game_in_play_is_not_cancelled() -> None:
    for game in ("tabla", "chess"):
        events = Table(Terms(game)).events
        with pytest.raises(InvalidRecordError, match="“cancelled” cannot follow"):
            replay([*events, ev.Cancelled(at=NOW, side=0)])
