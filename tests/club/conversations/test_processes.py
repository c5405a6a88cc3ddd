"""Two web processes with PostgreSQL and Redis between them write the same conversation."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.site_database import site
from tests.support.club.talking import join, read, say, sit, talking
from tests.support.live.socket_players import dial, hear, tell
from tests.support.services import Redis
from zaria.club.conversations.models import Line


@pytest.fixture
def processes(transactional_db: None, database: str, redis: Redis, tmp_path: Path) -> Any:
    """The options of two processes."""
    with site(database, tmp_path):
        common = {"database": database, "redis": redis.url, "key": b"the same in both"}
        yield {**common, "roles": ("web", "host")}, {**common, "roles": ("web",)}


async def test_two_processes_write_one_conversation(processes: Any, tmp_path: Path) -> None:
    for player in ("m-ann", "m-bob"):
        await sync_to_async(join)(player)
    async with talking(tmp_path, **processes[0]) as first, talking(tmp_path, **processes[1]) as second:
        match = await first.table()
        name = f"table:{match}"
        async with (
            dial(first.port, "m-ann") as ann,
            dial(second.port, "m-bob") as bob,
            dial(second.port, "m-ann") as again,
            dial(second.port, "eve") as eve,
        ):
            await read(eve, f"onlookers:{match}")
            for socket in (ann, bob):
                await sit(socket, match)
            for socket in (ann, bob, again):
                assert (await read(socket, name))["last"] == 0
            for number in range(20):
                for socket in (ann, bob):
                    await tell(socket, t="say", id=name, c=f"{number}", text=f"line {number}")
            transcripts = [[await hear(socket, "line") for _ in range(40)] for socket in (ann, bob, again)]
            rows = Line.objects.filter(conversation=name).order_by("number")
            stored = [(row.number, row.name, row.text) async for row in rows]
            assert [number for number, _, _ in stored] == list(range(1, 41))
            for lines in transcripts:
                assert [(line["n"], line["by"]["name"], line["text"]) for line in lines] == stored
            assert [line.get("own") for line in transcripts[2]] == [
                line.get("own") for line in transcripts[0]
            ]
            await tell(bob, t="typing", id=name)
            assert (await hear(ann, "typing"))["by"]["name"] == "M-Bob"
            assert (await say(eve, name, phrase="hello"))["code"] == "not_allowed"
            assert (await say(bob, f"onlookers:{match}", "Hello"))["code"] == "not_allowed"
            moved = asyncio.create_task(say(eve, f"onlookers:{match}", phrase="hello"))
            assert (await moved)["n"] == 1
