"""The table of peers: every program that is here plays and is counted, and a missing one has its reason."""

import asyncio
import sqlite3
from itertools import islice
from pathlib import Path

import pytest
from tools.bench import cores, squares
from tools.bench.peers import backgammon, gnubg_program, play, rules, stockfish
from tools.bench.peers.row import MissingPeerError, Row, not_measured, table
from tools.bench.strength import gnubg

from tests.support.requirements import missing
from zaria.live.load.tally import LoadCounters

TURNS = 6


@pytest.fixture(autouse=True)
def _every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests that follow from running on the cores of clients."""
    monkeypatch.setattr(cores, "CORES", [])


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
        assert stored >= TURNS - 1  # boardgame.io stores a turn after it has told of it


def test_a_server_that_does_not_start_is_reported(tmp_path: Path) -> None:
    absent = play.PEERS[0]._replace(program="absent.js")
    with pytest.raises(MissingPeerError, match="ended before"), play.served(absent, 1, tmp_path / play.FILE):
        pass


def test_a_peer_that_is_not_installed_says_how_to_have_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(play, "PACKAGES", tmp_path)
    assert "make bench" in play.missing_reason(play.PEERS[0])


def test_the_debian_program_gives_a_hint_for_each_position() -> None:
    try:
        gnubg_program.program()
    except MissingPeerError as error:
        missing("oracles", str(error))
    positions = list(islice(backgammon.positions(), 3))
    assert gnubg_program.seconds_of_hints(positions, 0) > 0


def test_missing_engines_of_backgammon_have_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "gnubg", None)
    monkeypatch.setattr(gnubg_program, "PLACES", ())
    monkeypatch.setattr(backgammon, "ROUNDS", 1)
    monkeypatch.setattr(backgammon, "POSITIONS", {0: 2})
    rows = {row.program: row for row in backgammon.rows()}
    assert rows[backgammon.OURS].rate
    for name in (backgammon.PACKAGE, backgammon.PROGRAM):
        assert rows[name].rate is None
        assert "make" in rows[name].remark


def test_chess_is_counted_beside_stockfish_or_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stockfish, "ROUNDS", 1)
    ours, peer, our_rules, peer_rules = stockfish.rows(0.01)
    assert ours.rate
    assert our_rules.rate
    for row in (peer, peer_rules):
        assert row.rate if row.ratio else "make bench" in row.remark


def test_rules_are_counted_beside_other_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ROUNDS", 1)
    monkeypatch.setattr(rules, "DEPTH", 5)
    monkeypatch.setattr(squares, "PEER_DEPTH", 1)
    rows = {row.program: row for row in rules.rows(0.01)}
    assert rows["pydraughts"].ratio
    assert rows["Scan"].remark.startswith("not measured: ")


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
