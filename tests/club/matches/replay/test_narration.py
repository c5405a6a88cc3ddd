"""The sentences of a replay."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.club.matches.replay.frames import player_names, presenter_of
from zaria.club.matches.replay.narration import sentence
from zaria.match import commands as cmd
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
