"""Finished matches as chapters: the boards are those of the replay."""

from pathlib import Path

import pytest

from tests.support.finished_matches import PLAYED, played
from zaria.records.replay import replay
from zaria.studies import operations
from zaria.studies.chapter import ROOT, family
from zaria.studies.frames import frames_of
from zaria.studies.from_match import games_of

RECORDS = sorted(path.stem for path in Path(PLAYED).glob("*.json"))
LATEST_FRAME = 40
"""Frames of each match that are compared: each is played anew from the root."""


@pytest.mark.parametrize("name", RECORDS)
def test_every_board_of_a_match_stands_in_its_chapter(name: str) -> None:
    events = played(name)
    frames = replay(events).frames
    for game in games_of(events):
        chapter = operations.validated(game.chapter)
        assert chapter == game.chapter
        relations = family(chapter)
        for at, node in list(game.frames.items())[:LATEST_FRAME]:
            if node == ROOT or frames[at].t not in ("rolled", "played", "moved"):
                continue
            shown, expected = frames_of(chapter.start, relations.line(node))[-1], frames[at]
            assert (shown.men, shown.squares, shown.dice) == (expected.men, expected.squares, expected.dice)
            assert (shown.text, shown.cube, shown.turn) == (expected.text, expected.cube, expected.turn)
