"""Games on squares as records: they replay bit for bit, and what was changed is found out."""

import random

import pytest

from tests.support.match.board_matches import FOOLS_MATE, GAMES, chess, endings, play, position
from tests.support.match.dice_matches import NOW, Table
from tests.support.search_budget import times
from zaria import games
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.terms import Terms
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify


def test_old_records_are_written_as_before() -> None:
    ended = ev.GameEnded(at=1, winner=0, points=2, kind="mars", how="played")
    assert ev.encode(ended) == b'{"t":"ended","at":1,"winner":0,"points":2,"kind":"mars","how":"played"}'
    closed = ev.MatchEnded(at=1, winner=0, score=(2, 0), secret="00")
    assert ev.encode(closed) == b'{"t":"closed","at":1,"winner":0,"score":[2,0],"secret":"00"}'


def test_events_of_the_other_kind_of_game_are_broken_history() -> None:
    on_squares, with_dice = chess().match, Table(Terms("tabla")).match
    event: ev.Event
    for event in (
        ev.Rolled(at=1, side=0, n=1, dice=(1, 2)),
        ev.TurnPlayed(at=1, side=0, moves=(), text=""),
        ev.OpeningRolled(at=1, n=1, dice=(1, 2)),
        ev.Doubled(at=1, side=0, value=2),
        ev.Restarted(at=1),
        ev.ResignOffered(at=1, side=0, points=1),
    ):
        with pytest.raises(BrokenHistoryError):
            evolve(on_squares, event)
    for event in (
        ev.Moved(at=1, side=0, move="e2e4", text="e4"),
        ev.Resigned(at=1, side=0),
        ev.Aborted(at=1, side=0),
        ev.DrawOffered(at=1, side=0),
        ev.DrawAccepted(at=1, side=0),
        ev.DrawDeclined(at=1, side=0),
    ):
        with pytest.raises(BrokenHistoryError):
            evolve(with_dice, event)
    with pytest.raises(BrokenHistoryError):
        evolve(on_squares, ev.Moved(at=1, side=0, move="e2e5", text="e5"))


@pytest.mark.parametrize("change", ["move", "text", "side", "why", "winner", "how"])
def test_a_record_that_was_changed_is_found_out(change: str) -> None:
    table = chess(*FOOLS_MATE)
    moved = ev.Moved(at=NOW, side=0, move="f2f3", text="f3")
    ended = ev.GameEnded(at=NOW, winner=1, points=1, kind="single", how="played", why="mate")
    changes: dict[str, ev.Moved | ev.GameEnded] = {
        "move": ev.Moved(at=NOW, side=0, move="f2f4", text="f3"),
        "text": ev.Moved(at=NOW, side=0, move="f2f3", text="f4"),
        "side": ev.Moved(at=NOW, side=1, move="f2f3", text="f3"),
        "why": ev.GameEnded(at=NOW, winner=1, points=1, kind="single", how="played", why="house"),
        "winner": ev.GameEnded(at=NOW, winner=0, points=1, kind="single", how="played", why="mate"),
        "how": ev.GameEnded(at=NOW, winner=1, points=1, kind="single", how="time"),
    }
    changed = changes[change]
    true = moved if isinstance(changed, ev.Moved) else ended
    assert true in table.events
    events = [changed if event == true else event for event in table.events]
    assert verify(table.events).ok
    assert not verify(events).ok


def test_moves_in_a_game_with_dice_are_found_out() -> None:
    table = Table(Terms("tabla"))
    while table.match.phase != "over":
        table.step()
    at = next(i for i, event in enumerate(table.events) if isinstance(event, ev.TurnPlayed))
    events = list(table.events)
    events[at] = ev.Moved(at=NOW, side=0, move="e2e4", text="e4")
    assert verify(table.events).ok
    assert "squares" in str(verify(events).problem)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(times(2)))
def test_random_games_end_by_rule_and_replay_bit_for_bit(game: str, seed: int) -> None:
    chance, agreed = random.Random(seed), games.get(game).choices
    table = Table(Terms(game, {"safety_draw": True} if "safety_draw" in dict(agreed) else {}))
    while table.match.phase != "over":
        play(table, chance.randrange(10_000))
        table.now += chance.randrange(5_000)
    (ended,) = endings(table.events)
    assert ended.how == "played"
    assert ended.why == position(table).reason() != ""
    assert (ended.kind, ended.points) == (("draw", 0) if ended.winner is None else ("single", 1))
    body = dump(table.events)
    assert dump(load(body)) == body
    assert replay(load(body)) == table.match
    assert verify(load(body)).problem is None
