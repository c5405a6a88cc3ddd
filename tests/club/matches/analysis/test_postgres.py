"""The same with PostgreSQL: records and analyses are in one database, who makes them in another process."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from tests.support.finished_matches import played
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.bots.analysis import decode
from zaria.live.journal import factory
from zaria.live.journal.base import Mark, Row


async def store(url: str, home: Path, name: str) -> None:
    """Put a golden playthrough into the journal, under its name."""
    journal = await factory.connect(url, home)
    rows = [
        Row(seq, event.at, str(event.__struct_config__.tag), msgspec.json.encode(event))
        for seq, event in enumerate(played(name))
    ]
    await journal.open(name, bytes(32), b"[null,null]", rows, None, Mark.OVER)
    await journal.close()


@pytest.mark.slow
def test_an_analysis_is_made(database: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, store(database, tmp_path, "tabla-single")).result()
    slow = "tests.support.club.slow_analysis_server"
    with Server(tmp_path, module=slow, ZARIA_DATABASE_URL=database) as server:
        visitor = Visitor(server.url)
        assert visitor.post("/t/tabla-single/analysis.json", depth="quick").status == 202
        end = time.monotonic() + 60
        while json.loads(visitor.get("/t/tabla-single/analysis.json?depth=quick").text)["state"] != "done":
            assert time.monotonic() < end
            time.sleep(0.05)
        analysis = decode(visitor.get("/t/tabla-single/analysis/quick.json").text.encode())
        assert len(analysis.decisions) == 37
        assert server.stop() == 0
