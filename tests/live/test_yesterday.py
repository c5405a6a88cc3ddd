"""Matches that were open when the rules changed go on by the rules they were opened with."""

from itertools import count
from pathlib import Path

from tests.support.live.page_sessions import Page, started
from tests.support.match.dice_matches import Table
from zaria import games
from zaria.bots.heuristic import HeuristicPlayer
from zaria.games.turn import Turn
from zaria.live.journal.rows import row
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.live_match import encode_places
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.terms import Terms

PLAIN = HeuristicPlayer()
TODAY = games.dice_game("short-nardy")


def _banned_today(table: Table) -> Turn | None:
    """A turn of the roll to be played that the rules of today forbid."""
    position = table.match.dice_position()
    if table.match.phase != "move":
        return None
    same = TODAY.parse(position.to_text(), position.turn)
    legal = {turn.moves for turn in same.turns()}
    hits = [turn for turn in position.turns() if turn.moves not in legal]
    return next((turn for turn in hits if any(step.hit for step in turn.steps)), None)


def _table() -> tuple[Table, Turn]:
    """A match of yesterday in which somebody is about to play such a turn."""
    for take in count():
        table = Table(Terms("short-nardy"), dice=Dice(take.to_bytes(32), "m1"), version=1)
        while table.match.phase != "over":
            turn = _banned_today(table)
            if turn is not None:
                return table, turn
            if table.match.phase == "roll":
                table.step()
            else:
                table.give(PLAIN.turn(table.match.dice_position()).moves)
    raise AssertionError("there is always another take")


async def test_an_open_match_is_read_from_the_journal_and_played_by_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite3"
    table, turn = _table()
    journal = await SqliteJournal.connect(path)
    rows = [row(seq, event) for seq, event in enumerate(table.events)]
    assert b"hit_then_off_ban" not in rows[0].body
    await journal.open("m1", table.dice.secret, encode_places((None, None)), rows)
    await journal.close()
    live = await started(path)
    try:
        page = Page(live, f"p{table.match.turn}")
        state = await page.state("m1")
        assert state["v"]["options"] == {"hit_then_off_ban": False}
        command = {"t": "play", "moves": turn.moves, "n": table.match.rolls, "stage": table.match.stage}
        assert (await page.did("m1", command))["t"] == "ack"
        record = await live.record("m1")
        assert record is not None
        played = record[len(table.events)]
        assert isinstance(played, ev.TurnPlayed)
        assert (record[0], played.moves) == (table.events[0], turn.moves)
    finally:
        await live.stop()
