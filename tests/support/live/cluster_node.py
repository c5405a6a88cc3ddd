"""One process of several.

Started by `python -m tests.support.live.cluster_node DATABASE REDIS ROLE,ROLE` (`--help` names options).
REDIS "-": there is but this one, whatever its roles. As `tests.support.live.live_server`, and `GET /held`
answers the ids of the matches that it has in memory as a host, `GET /node` its id among the processes,
and `GET /hosts` the ids of all hosts that it knows. Every process listens at a port.
"""

import argparse
import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
import uvloop

from tests.support.live.live_server import FREE, App, Server, whoami
from zaria.live.app import Live
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.config import LiveConfig
from zaria.live.process.gc_policy import GarbageCollector
from zaria.live.sockets.server import make_protocol

Receive = Callable[[], Awaitable[dict[str, Any]]]


class Member(App):
    """The HTTP side of one process."""

    async def answer(self, path: str, receive: Receive) -> tuple[int, bytes]:
        if path == "/held":
            host = self.live.host
            return 200, msgspec.json.encode([] if host is None else host.loaded_matches())
        if path == "/node":
            process = self.live.process
            return 200, b"" if process is None else process.node.id.encode()
        if path == "/hosts":
            process = self.live.process
            return 200, msgspec.json.encode([] if process is None else process.node.members.hosts)
        return await super().answer(path, receive)


async def serve(options: argparse.Namespace) -> None:
    """Until a signal comes."""
    live = await Live.start(
        LiveConfig(
            path=Path("none"),
            bot_pause=options.bot_pause,
            limits=FREE,
            key=b"the same everywhere",
            database=options.database,
            redis=None if options.redis == "-" else options.redis,
            roles=options.roles.split(","),
            cluster_limits=_limits(options.timers),
            address=options.node,
        )
    )
    collector = GarbageCollector(live.attended, answering=bool) if options.spare_collections else None
    config = uvicorn.Config(
        Member(live),
        ws=make_protocol(live.endpoint, whoami),  # type: ignore[arg-type]
        lifespan="off",
        log_level="warning",
        access_log=False,
    )
    await Server(config).serve([socket.create_server(("127.0.0.1", 0), backlog=1024)])
    if collector is not None:
        collector.close()
    await live.stop()


def _limits(timers: int | None) -> ClusterLimits:
    """The usual limits, or all timers that work for idle matches at so many milliseconds."""
    if timers is None:
        return ClusterLimits()
    return ClusterLimits(sweep=timers, compare=timers, digest=timers, announce=timers, present=timers)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("redis")
    parser.add_argument("roles")
    parser.add_argument("--bot-pause", type=int, default=0)
    parser.add_argument("--node", default="", help="the name under which a proxy leads sockets here")
    parser.add_argument("--spare-collections", action="store_true", help="collect garbage as `zaria serve`")
    parser.add_argument("--timers", type=int, help="milliseconds; default: the usual ones")
    logging.basicConfig(format="%(asctime)s %(process)d %(name)s %(message)s", level=logging.INFO)
    uvloop.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
