"""Every message, in both directions, and every command: read and written as they always were."""

import json
from collections.abc import Callable

import pytest

from tests.corpus import adapter, files

FRAMES: dict[str, list[tuple[str, str]]] = json.loads((files.HERE / "frames.json").read_text())
AGAIN: dict[str, Callable[[bytes], bytes]] = {
    "client": adapter.client_frame_written_again,
    "commands": adapter.command_written_again,
    "server": adapter.server_frame_written_again,
}


@pytest.mark.parametrize("kind", AGAIN)
def test_frames_are_written_as_they_were(kind: str) -> None:
    for sent, whole in FRAMES[kind]:
        written = whole if kind == "commands" else adapter.with_added_fields(whole)
        assert AGAIN[kind](sent.encode()).decode() == written
        assert AGAIN[kind](whole.encode()).decode() == written


def test_there_is_one_of_every_kind() -> None:
    tags = adapter.tags()
    frame_tags = {kind: {json.loads(sent)["t"] for sent, _ in frames} for kind, frames in FRAMES.items()}
    assert frame_tags["client"] == tags["client"]
    assert frame_tags["commands"] == tags["commands"]
    in_sessions = {"state", "ev"}
    assert frame_tags["server"] == tags["server"] - in_sessions
    acts = {json.loads(sent)["k"]["t"] for sent, _ in FRAMES["client"] if '"do"' in sent}
    assert acts == tags["commands"] - {"credit", "stand", "annul"}
