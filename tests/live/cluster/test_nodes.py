"""Owners of matches: computed when hosts change, not when asked."""

import sys
from types import FrameType
from typing import Any

from redis.asyncio import Redis

from zaria.live.cluster.nodes import Nodes, NodeState, owner


class Calls:
    """Counts the calls of Python functions of a name while it is entered."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def __enter__(self) -> "Calls":
        sys.setprofile(self._on_call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _on_call(self, frame: FrameType, event: str, _: Any) -> None:
        self.count += event == "call" and frame.f_code.co_name == self.name


async def test_an_owner_is_computed_once_for_the_same_hosts() -> None:
    nodes = Nodes(Redis(), "h1", ["host"], lambda change: None)
    match_ids = [f"m{n}" for n in range(50)]
    hosts = ["h1", "h2", "h3"]
    for _ in range(2):
        await nodes._see({name: NodeState(name, ["host"], acts=True) for name in hosts})
        with Calls("_weight") as weights:
            for _ in range(3):
                assert [nodes.owner(key) for key in match_ids] == [owner(hosts, key) for key in match_ids]
        direct = 3 * len(hosts) * len(match_ids)  # those of the comparison
        assert weights.count - direct == len(hosts) * len(match_ids)
        hosts.append("h4")


async def test_a_beat_without_a_change_forgets_no_owner() -> None:
    nodes = Nodes(Redis(), "h1", ["host"], lambda change: None)
    states = {name: NodeState(name, ["host"], acts=True) for name in ("h1", "h2")}
    await nodes._see(states)
    before = nodes.owner("m1")
    await nodes._see(states | {"w1": NodeState("w1", ["web"])})
    with Calls("_weight") as weights:
        assert nodes.owner("m1") == before
    assert weights.count == 0
