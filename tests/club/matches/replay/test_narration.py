"""The sentences of a replay."""

import pytest

from tests.support.match.board_matches import the_move
from tests.support.match.dice_matches import Table
from zaria.club.matches.replay.frames import player_names, presenter_of, replay_context
from zaria.club.matches.replay.narration import sentence
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import drafted
from zaria.match.terms import ClockTerms, Terms
from zaria.records.replay import replay


def test_a_resignation_names_the_points_that_it_costs() -> None:
    table = Table(Terms("backgammon", length=5, cube=True), (3, 1))
    table.step()
    while table.match.phase != "roll":
        table.step()
    table.act(cmd.Double())
    table.act(cmd.Take())
    table.act(cmd.Resign(2))
    shown = replay(table.events)
    names, sentences = player_names(shown.match), presenter_of("backgammon").sentences
    loser = names[shown.frames[-1].side or 0]
    assert sentence(sentences, shown.frames[-1], names) == f"{loser} resigns for 4 points"


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_an_annulled_match_has_no_result(game: str) -> None:
    table = Table(Terms(game, clock=ClockTerms(bank=60_000), tournament="t1"))
    table.do(None, cmd.Annul())
    shown = replay(table.events)
    presenter, names = presenter_of(game), player_names(shown.match)
    sentences = [sentence(presenter.sentences, frame, names) for frame in shown.frames]
    annulled = "The director ended the match. The director's decision counts instead of a result"
    assert annulled in sentences
    assert not any("won" in text or "Draw" in text for text in sentences)


def give_ahead(table: Table, command: cmd.Command, ahead: ev.Ahead) -> None:
    """Let the side to act give a command that it had agreed to, or the only one."""
    draft = drafted(table.match, table.match.to_act(), command, table.now, table.dice, 0, ahead)
    table.match = draft.match
    table.events += draft.events


def test_a_move_agreed_to_in_advance_is_marked() -> None:
    table = Table(Terms("chess", clock=ClockTerms.by_days(2)))
    table.act(the_move(table, "e2e4"))
    give_ahead(table, the_move(table, "e7e5"), "agreed")
    shown = replay(table.events)
    context = replay_context(shown, 0, "/t/m1/replay")
    (pair,) = context["parts"][0].rows
    assert [move.ahead for move in pair.moves] == ["", "Agreed in advance"]
    names, sentences = player_names(shown.match), presenter_of("chess").sentences
    assert sentence(sentences, shown.frames[-1], names).endswith("e5 · Agreed in advance")
    assert "Agreed" not in sentence(sentences, shown.frames[-2], names)


def test_a_turn_without_a_choice_is_marked_and_its_roll_is_not() -> None:
    table = Table(Terms("tabla", clock=ClockTerms.by_days(2)), (3, 1), (6, 5))
    table.play()
    give_ahead(table, cmd.Roll(), "forced")
    turns = table.match.dice_position().turns()
    give_ahead(table, cmd.Play(turns[0].moves, table.match.rolls, table.match.stage), "forced")
    frames = replay(table.events).frames
    assert [frame.ahead for frame in frames if frame.t in ("rolled", "played")] == ["", "", "forced"]
    lines = replay_context(replay(table.events), 0, "/t/m1/replay")["parts"][0].lines
    assert [line.ahead for line in lines] == ["", "Made at once: nothing else was possible"]
