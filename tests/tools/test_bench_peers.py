"""The table of peers: every program that is here plays and is counted, and a missing one has its reason."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tools.bench import draughts_opponents
from tools.bench.peers import backgammon, draughts_games, gnubg_program, play, rules, stockfish
from tools.bench.peers.row import MissingPeerError, Row, not_measured, table
from tools.bench.strength import gnubg

from tests.support.requirements import missing
from zaria.live.load.tally import LoadCounters

TURNS = 6


@pytest.fixture(autouse=True)
def _every_core() -> Iterator[None]:
    """Give later tests all cores again: a process that starts a server keeps to those of clients."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    yield
    if cores is not None:
        os.sched_setaffinity(0, cores)


class FirstTurns(LoadCounters):
    """Counts turns, and ends when there are `TURNS`."""

    def __init__(self) -> None:
        super().__init__(counting=True)
        self.reached = asyncio.get_running_loop().create_future()

    def add(self, since: float) -> None:
        super().add(since)
        if len(self.took) == TURNS:
            self.reached.set_result(None)


async def played(peer: play.Peer, start: play.PeerStart) -> FirstTurns:
    tally = FirstTurns()
    async with asyncio.timeout(play.PATIENCE):
        players = await play.seated(peer, start, 1, tally)
        players[0].play()
        await tally.reached
    for player in players:
        player.transport.disconnect()
    return tally


@pytest.mark.parametrize("peer", play.PEERS, ids=lambda peer: peer.label)
def test_players_answer_each_other_on_a_peer(peer: play.Peer, tmp_path: Path) -> None:
    if reason := play.missing_reason(peer):
        pytest.skip(reason)
    file = tmp_path / play.FILE
    with play.served(peer, 2, file) as (_, start):
        assert len(start.tables) == 2
        tally = asyncio.run(played(peer, start))
    assert not tally.errors
    assert file.exists() is peer.stores
    if peer.stores:
        with sqlite3.connect(file) as database:
            (stored,) = database.execute("SELECT count(*) FROM turn").fetchone()
        assert stored >= TURNS - 1  # boardgame.io stores a turn after it has sent it


def test_a_server_that_does_not_start_is_reported(tmp_path: Path) -> None:
    absent = play.PEERS[0]._replace(program="absent.js")
    with pytest.raises(MissingPeerError, match="ended before"), play.served(absent, 1, tmp_path / play.FILE):
        pass


def test_a_peer_that_is_not_installed_says_how_to_have_it(tmp_path: Path) -> None:
    assert "make bench" in play.missing_reason(play.PEERS[0], tmp_path)


def test_the_debian_program_gives_a_hint_for_each_position() -> None:
    try:
        gnubg_program.program()
    except MissingPeerError as error:
        missing("oracles", str(error))
    positions = list(islice(backgammon.positions(), 3))
    assert gnubg_program.seconds_of_hints(positions, 0) > 0


def test_a_missing_debian_program_says_how_to_have_it() -> None:
    with pytest.raises(MissingPeerError, match="make bench"):
        gnubg_program.program(())


def test_a_missing_engine_of_backgammon_has_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "gnubg", None)
    rows = {row.program: row for row in backgammon.rows(0.01, plies=[0], rounds=1)}
    assert rows[backgammon.OURS].rate
    assert rows[backgammon.PACKAGE].rate is None
    assert rows[backgammon.PACKAGE].remark == f"not measured: {gnubg.MISSING}"


def test_chess_is_counted_beside_stockfish_or_its_reason() -> None:
    search, search_peer, perft, perft_peer = stockfish.rows(0.01, rounds=1)
    assert search.rate
    assert perft.rate
    for row in (search_peer, perft_peer):
        assert row.rate if row.ratio else "make bench" in row.remark


def test_rules_are_counted_beside_other_libraries() -> None:
    rows = {row.program: row for row in rules.rows(0.01, rounds=1)}
    assert rows["pydraughts"].ratio


def test_programs_of_draughts_that_are_missing_have_their_reasons(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(draughts_opponents, "FOLDER", tmp_path)
    rows = draughts_games.rows()
    assert [row.program for row in rows] == list(draughts_opponents.GAMES)
    assert all(row.remark.startswith("not measured: ") for row in rows)


def test_the_table_names_a_subject_once_and_every_reason() -> None:
    rows = [
        Row("moves", "Zaria", 7451.4),
        Row("moves", "a peer", 12.5, 596.1, "p50 1 ms"),
        not_measured("moves", "an absent peer", "there is no network"),
    ]
    head, *lines = (line.split() for line in table(rows).splitlines())
    assert head == ["a", "second", "Zaria", "×"]
    assert lines[0] == ["moves", "Zaria", "7,451"]
    assert lines[1] == ["a", "peer", "12.5", "596", "p50", "1", "ms"]
    assert " ".join(lines[2]) == "an absent peer – not measured: there is no network"
