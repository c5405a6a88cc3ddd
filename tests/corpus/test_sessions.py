"""Recorded sessions: what browsers sent then is answered with the same frames, and all frames are read."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import adapter, facts, files, sessions

_OLDER: dict[str, Callable[[bytes], bytes]] = {
    "sessions": adapter.first_fields,
    "sessions-effects": adapter.without_race,
    "sessions-race": adapter.without_takebacks,
}
"""A frame in the words of each recording: of the first, of those since `effects` and `hand`, since `race`."""
NAMES = sorted(
    f"{folder}/{path.name.partition('.')[0]}" for folder in _OLDER for path in (files.HERE / folder).iterdir()
)


def recorded(name: str) -> tuple[adapter.StoredMatch, list[dict[str, Any]]]:
    """The table of a session as it was opened, and the steps."""
    line, *steps = files.read(files.HERE / f"{name}.jsonl.xz")
    return facts.stored(line), steps


@pytest.mark.parametrize("name", NAMES)
async def test_a_session_goes_as_it_went(name: str, tmp_path: Path) -> None:
    match, steps = recorded(name)
    in_its_words = _OLDER[name.partition("/")[0]]
    place = 0
    async for step, answers in sessions.replay(tmp_path, match, steps):
        assert answers.keys() == step["got"].keys(), (place, step["send"])
        for who, frames in step["got"].items():
            for then, frame in zip(frames, answers[who], strict=True):
                now = in_its_words(frame.encode()).decode()
                assert promised(now) == promised(adapter.answered_now(then)), (place, step["send"], who)
        place += 1
    assert place == len(steps)


@pytest.mark.parametrize("name", NAMES)
def test_the_frames_of_a_session_are_written_as_they_were_read(name: str) -> None:
    _, steps = recorded(name)
    for step in steps:
        for frames in step["got"].values():
            for frame in frames:
                again = adapter.server_frame_written_again(frame.encode()).decode()
                assert again == adapter.with_added_fields(frame)


def promised(frame: str) -> str:
    """A frame without the sentence of a refusal, which is in the reader's language."""
    message = json.loads(frame)
    return json.dumps({**message, "text": "…"}, indent=1) if message["t"] == "no" else frame
