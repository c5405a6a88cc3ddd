"""Foreign matches in a process, while their store has troubles of its own."""

import asyncio
from pathlib import Path

import psycopg
import pytest

from tests.support.live.page_sessions import Page, started
from tests.support.match.dice_matches import SEEDS
from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.journal.base import Journal, Mark
from zaria.live.journal.rows import rows
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import drafted
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.terms import Terms

BOB = ev.Player("bob", "Bob", "#777777")

BREAKABLE = """
SET search_path = live;
CREATE TABLE trouble(code text NOT NULL);
CREATE SEQUENCE tries;
CREATE FUNCTION readable() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE trouble text;
BEGIN
    SELECT code INTO trouble FROM live.trouble;
    IF FOUND THEN
        PERFORM nextval('live.tries');
        RAISE EXCEPTION 'out of order' USING ERRCODE = trouble;
    END IF;
    RETURN true;
END $$;
ALTER TABLE event RENAME TO stored_event;
CREATE VIEW event AS SELECT * FROM stored_event WHERE readable();
"""
"""Events cannot be read while `trouble` holds the code of an error."""


async def seat(journal: Journal, match_id: str) -> None:
    """Bob sits down, and no process is notified."""
    stored = await journal.load(match_id)
    assert stored is not None
    match = evolve(None, ev.decode(stored.rows[0].body))
    sit = cmd.Sit(BOB, SEEDS[1], match.seal)
    draft = drafted(match, 1, sit, stored.rows[0].at, Dice(stored.secret, match_id))
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    journal.append(match_id, rows(1, draft.events), Mark.NONE, done.set_result)
    assert await done is None


@pytest.mark.parametrize("code", ["58030", "XX000", "22000"])
async def test_a_page_catches_up_whatever_error_the_store_answered_with(
    database: str, own_redis: Redis, tmp_path: Path, code: str
) -> None:
    live = await started(tmp_path, database=database, redis=own_redis.url, roles=["web"])
    try:
        match_id = await live.open(TableRequest(Terms("tabla")))
        page = Page(live, "eve")
        assert (await page.state(match_id))["n"] == 0
        with psycopg.connect(database, autocommit=True) as db:
            db.execute(BREAKABLE)
            await asyncio.to_thread(own_redis.kill)
            await seat(live.journal, match_id)
            db.execute("INSERT INTO trouble VALUES (%s)", (code,))
            await asyncio.to_thread(own_redis.start)
            async with asyncio.timeout(PATIENCE):
                while db.execute("SELECT last_value FROM tries WHERE is_called").fetchone() is None:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            db.execute("DELETE FROM trouble")
        await page.next_message("ev", 1)
        assert page.table["v"]["players"][1]["name"] == "Bob"
    finally:  # an event loop that is closed would wait for the connections
        await live.stop()
