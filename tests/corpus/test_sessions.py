"""Recorded sessions: what browsers sent then is answered with the same frames, and all frames are read."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import adapter, facts, files, sessions

NAMES = sorted(path.name.partition(".")[0] for path in (files.HERE / "sessions").iterdir())


def recorded(name: str) -> tuple[adapter.StoredMatch, list[dict[str, Any]]]:
    """The table of a session as it was opened, and the steps."""
    line, *steps = files.read(files.HERE / "sessions" / f"{name}.jsonl.xz")
    return facts.stored(line), steps


@pytest.mark.parametrize("name", NAMES)
async def test_a_session_goes_as_it_went(name: str, tmp_path: Path) -> None:
    match, steps = recorded(name)
    place = 0
    async for step, got in sessions.replay(tmp_path, match, steps):
        assert got.keys() == step["got"].keys(), (place, step["send"])
        for who, frames in step["got"].items():
            for then, now in zip(frames, got[who], strict=True):
                assert promised(now) == promised(then), (place, step["send"], who)
        place += 1
    assert place == len(steps)


@pytest.mark.parametrize("name", NAMES)
def test_the_frames_of_a_session_are_written_as_they_were_read(name: str) -> None:
    _, steps = recorded(name)
    for step in steps:
        for frames in step["got"].values():
            for frame in frames:
                assert adapter.server_frame_written_again(frame.encode()).decode() == frame


def promised(frame: str) -> str:
    """A frame without the sentence of a refusal, which is in the reader's language."""
    told = json.loads(frame)
    return json.dumps({**told, "text": "…"}, indent=1) if told["t"] == "no" else frame
