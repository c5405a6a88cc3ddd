"""Own decisions as questions: the dearest first, with their answers, none that a running match might meet."""

import brotli
import pytest
from django.http import HttpRequest

from tests.support.bots.simple_evaluator import simple
from tests.support.club.progress_club import QuietLive, fill_progress
from tests.support.club.random_matches import ME, match
from tests.support.club.statistics_client import Browser, marica
from tests.support.finished_matches import played
from zaria.bots.analysis import analyse, encode, graded
from zaria.bots.analysis.game_sums import FINE
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis.models import Analysis
from zaria.club.matches.analysis.running_matches import AnalysisSilence
from zaria.club.matches.engine_access import Silence
from zaria.club.progress import drills, stored_sums

pytestmark = pytest.mark.django_db

NAME = "tabla-single"
PATH = "/me/progress/drill/tabla/contact/turn"


def analysed(member: Member) -> None:
    """A match of a member, analysed in the way of a worker."""
    events = played(NAME)
    row = match(1, match_id=NAME, game="tabla", player0=member.player)
    row.save()
    analysis = analyse(events, "quick", evaluators=simple)
    body = encode(analysis)
    analyses.ask(NAME, "quick", "")
    taken = analyses.take("lease")
    assert taken is not None
    assert analyses.done(taken, brotli.compress(body, quality=1), len(body), 5, graded(events, analysis))


def browser(member: Member) -> Browser:
    return Browser(member, live=QuietLive({NAME: played(NAME)}))


def test_a_position_is_asked_and_answered() -> None:
    member = marica()
    analysed(member)
    latest = stored_sums.latest_matches(member, "tabla")
    (dear,) = stored_sums.dear_decisions(latest, ("contact", "turn"))
    text = browser(member).get(PATH).text
    assert "What do you play?" in text
    assert "You play light." in text
    assert f"/t/{NAME}/replay?at={dear.frame}#analysis" in text
    assert f"{dear.loss / FINE:.2f}" in text
    before_answer, answer = text.split("Show the answer")
    assert "mb-path" not in before_answer, "the question shows no answer"
    assert "mb-path best" in answer


def test_dearest_first_and_one_after_the_other() -> None:
    member = marica()
    fill_progress(ME, 20)
    latest = stored_sums.latest_matches(member, "tabla")
    dear = stored_sums.dear_decisions(latest, ("contact", "turn"))
    assert len({row.match_id for row in dear}) == 5
    first = browser(member).get(PATH).text
    assert "position 1 of 5" in first
    assert f"/t/{dear[0].match_id}/replay" in first
    assert 'href="?page=2"' in first
    last = browser(member).get(f"{PATH}?page=99").text
    assert "position 5 of 5" in last
    assert "Next position" not in last


def test_without_its_analysis_a_position_is_in_the_replay() -> None:
    member = marica()
    analysed(member)
    Analysis.objects.all().delete()
    assert "no longer stored" in browser(member).get(PATH).text


def test_positions_of_running_boards_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rated match by the day hides the matches that met one of its boards, and no others."""

    async def silence(_request: HttpRequest, _game: str) -> Silence:
        return Silence(boards=frozenset({"a board"}))

    async def silence_about(_request: HttpRequest, match_id: str) -> AnalysisSilence:
        return AnalysisSilence(whole=match_id == dear[0].match_id, lines=True)

    member = marica()
    fill_progress(ME, 20)
    dear = stored_sums.dear_decisions(stored_sums.latest_matches(member, "tabla"), ("contact", "turn"))
    monkeypatch.setattr(drills, "silence_for", silence)
    monkeypatch.setattr(drills, "silence_about", silence_about)
    text = browser(member).get(PATH).text
    assert "position 1 of 4" in text
    assert dear[1].match_id in text
    assert dear[0].match_id not in text


@pytest.mark.parametrize("path", ["no-game/contact/turn", "tabla/nowhere/turn", "tabla/contact/nothing"])
def test_there_are_no_other_drills(path: str) -> None:
    assert browser(marica()).get(f"/me/progress/drill/{path}").status == 404
