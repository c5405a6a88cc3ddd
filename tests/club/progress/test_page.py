"""The page of progress: what it says with much, little and no data, and to nobody else."""

import re

import pytest
from django.http import HttpRequest
from django.utils import translation

from tests.support.club.graded_matches import store_grades
from tests.support.club.page_queries import queries_of
from tests.support.club.progress_club import QuietLive, fill_progress
from tests.support.club.random_matches import ME, match
from tests.support.club.statistics_client import Browser, marica
from zaria.club.accounts.models import Member
from zaria.club.matches.engine_access import Silence
from zaria.club.progress import actions, drills, page
from zaria.club.progress.models import PeerBand, PeerSum
from zaria.club.progress.rates import DecisionTotals

pytestmark = pytest.mark.django_db
DRILL = "/me/progress/drill/tabla/contact/turn"


def browser(member: Member) -> Browser:
    return Browser(member, live=QuietLive())


def compared(low: float = 10.0, contact: int = 250) -> None:
    """Twelve members of the club are there to compare with."""
    PeerBand.objects.create(
        game="tabla", band=PeerSum.EVERYBODY, members=12, low=low, middle=low + 2, high=low + 5
    )
    for phase in ("opening", "contact", "bear_in", "race", "bear_off"):
        PeerSum.objects.create(
            game="tabla", band=PeerSum.EVERYBODY, phase=phase, kind="turn", decisions=1_000,
            loss=1_000 * contact,
        )  # fmt: skip


def test_guests_sign_in_first() -> None:
    answer = Browser(guest="g1").get("/me/progress")
    assert answer.status == 302
    assert "/account/login" in answer.headers["Location"]


def test_an_empty_page_says_what_comes() -> None:
    text = browser(marica()).get("/me/progress").text
    assert "After your first analysed match" in text
    assert 'name="gathers"' in text
    assert '<svg class="history' not in text


def test_one_match_is_grey_and_claims_nothing() -> None:
    member = marica()
    match(1).save()
    store_grades("m00001", {("contact", "turn"): [0.1, 0.0, 0.02] * 7})
    old = page.overview(member, "").page
    assert old is not None
    assert old.recent is None, "it lies before the last six months"
    fill_progress(ME, 1, months=1)
    progress = page.overview(member, "").page
    assert progress is not None
    assert progress.recent is not None
    assert progress.recent.is_few
    assert progress.words == ""
    assert progress.change is None
    text = browser(member).get("/me/progress").text
    assert "Too few to say how you play" in text
    assert re.search(r"± \d", text)


@pytest.mark.parametrize(("game", "word"), [("tabla", "times 500"), ("chess", "winning chances that a move")])
def test_a_tap_on_the_error_rate_explains_it(game: str, word: str) -> None:
    member = marica()
    fill_progress(ME, 3, months=1, game=game)
    text = browser(member).get("/me/progress").text
    button = re.search(r'id="rate-title">\s*<button[^>]+popovertarget="([^"]+)"', text)
    assert button is not None
    explanation = text.partition(f'id="{button[1]}"')[2]
    assert word in explanation[:400]


MONTHS = {
    "en": "September 2026", "bg": "септември 2026", "el": "Σεπτέμβριος 2026",
    "ro": "septembrie 2026", "ru": "сентябрь 2026 г.", "tr": "Eylül 2026",
}  # fmt: skip


@pytest.mark.parametrize("language", MONTHS)
def test_months_have_the_capitals_of_the_language(language: str) -> None:
    with translation.override(language):
        assert page.month_title("2026-09", "YEAR_MONTH_FORMAT") == MONTHS[language]
        assert page.month_title("2026-09")[0] == MONTHS[language][0]


def test_months_with_their_uncertainty() -> None:
    member = marica()
    fill_progress(ME)
    progress = page.overview(member, "tabla").page
    assert progress is not None
    assert progress.chart is not None
    assert 7 <= len(progress.months) <= 9
    assert sum(row.matches for row in progress.months) == 60
    assert all(row.margin and row.margin > 0 for row in progress.months)
    assert {row.title for row in progress.phases} == {
        "Opening", "Contact", "Bearing in", "Race", "Bearing off"
    }  # fmt: skip
    assert [row.title for row in progress.kinds] == ["Moves"]
    assert len(progress.matches) == page.MATCHES
    text = browser(member).get("/me/progress").text
    assert 'class="likely"' in text
    assert "Luck " in text
    for word in ("bad", "weak", "worst", "failed", "poor"):
        assert not re.search(rf">[^<]*\b{word}\b", text), word


def test_costs_are_those_above_members_of_equal_rating() -> None:
    member = marica()
    fill_progress(ME)
    alone = page.overview(member, "tabla").page
    compared(contact=10_000)
    easy = page.overview(member, "tabla").page
    PeerSum.objects.filter(phase="bear_off").update(loss=0)
    bear_off_alone = page.overview(member, "tabla").page
    assert alone is not None
    assert easy is not None
    assert bear_off_alone is not None
    assert alone.costs[0].title == "Contact: Moves"
    assert len(alone.costs) == 3
    assert alone.costs[0].above is None
    assert easy.costs == [], "nothing costs more than others lose"
    assert [cost.title for cost in bear_off_alone.costs] == ["Bearing off: Moves"]
    assert bear_off_alone.costs[0].above == pytest.approx(bear_off_alone.costs[0].loss)
    assert len(bear_off_alone.costs[0].dear) == 5
    losses = [dear.loss for dear in bear_off_alone.costs[0].dear]
    assert losses == sorted(losses, reverse=True)


def test_the_comparison_can_be_switched_off() -> None:
    member = marica()
    fill_progress(ME, 10)
    compared()
    assert "Members of this club (12)" in browser(member).get("/me/progress").text
    actions.set_switches(member, gathers=True, compares=False, in_background=False)
    text = browser(member).get("/me/progress").text
    assert "Members of this club" not in text


def test_everything_can_be_switched_off() -> None:
    member = marica()
    fill_progress(ME, 5)
    actions.set_switches(member, gathers=False, compares=True, in_background=False)
    text = browser(member).get("/me/progress").text
    assert "Your progress is switched off." in text
    actions.set_switches(member, gathers=True, compares=True, in_background=False)
    assert "being added up" in browser(member).get("/me/progress").text


def test_positions_are_hidden_while_a_rated_match_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silence(_request: HttpRequest, game: str) -> Silence:
        return Silence(whole_game=game == "tabla")

    member = marica()
    fill_progress(ME, 20)
    fill_progress(ME, 20, game="chess", seed="c")
    assert "?at=" in browser(member).get("/me/progress?game=tabla").text
    monkeypatch.setattr(drills, "silence_for", silence)
    assert "?at=" not in browser(member).get("/me/progress?game=tabla").text
    assert "?at=" in browser(member).get("/me/progress?game=chess").text
    assert "There is nothing to drill here now." in browser(member).get(DRILL).text


def test_openings_have_their_results() -> None:
    member = marica()
    fill_progress(ME, 30)
    progress = page.overview(member, "tabla").page
    assert progress is not None
    assert sum(row.games for row in progress.openings) == 30
    assert {row.dice for row in progress.openings} <= {"31", "65", "42", "52"}
    assert all(row.won + row.lost == row.games for row in progress.openings)


def test_board_games_are_told_in_chances() -> None:
    member = marica()
    fill_progress(ME, 20, game="chess", seed="c")
    progress = page.overview(member, "").page
    assert progress is not None
    assert (progress.game, progress.unit, progress.luck) == ("chess", "chance", None)
    text = browser(member).get("/me/progress?game=chess").text
    assert "in per cent" in text
    assert "Without luck" not in text


def test_the_game_with_the_most_matches_is_shown_first() -> None:
    member = marica()
    fill_progress(ME, 4)
    fill_progress(ME, 6, game="backgammon", seed="b")
    seen = page.overview(member, "no-game")
    assert [game.game for game in seen.games] == ["backgammon", "tabla"]
    assert seen.page is not None
    assert seen.page.game == "backgammon"


def test_elo_is_named_for_backgammon_alone() -> None:
    totals = DecisionTotals(400, 400 * 200, 400 * (200**2 + 400**2))
    assert page.elo_band("tabla", totals, 12.0) is None
    assert page.elo_band("backgammon", DecisionTotals(10, 2_000, 500_000), 12.0) is None
    band = page.elo_band("backgammon", totals, 12.0)
    assert band is not None
    assert band[0] < 33 * 2 < band[1]


def test_the_file_has_every_sum() -> None:
    member = marica()
    fill_progress(ME, 8)
    answer = browser(member).get("/me/progress/months.csv")
    lines = answer.text.removeprefix("\ufeff").splitlines()
    assert lines[0].startswith("game,month,phase,kind,decisions,loss")
    assert len(lines) == 1 + member.progress_sums.count()
    assert all(line.startswith("tabla,20") for line in lines[1:])


def test_the_number_of_queries_does_not_grow() -> None:
    reader = browser(marica())
    fill_progress(ME, 5)
    reader.get("/me/progress")
    few = len(queries_of(lambda: reader.get("/me/progress")))
    fill_progress(ME, 40, seed="q")
    assert len(queries_of(lambda: reader.get("/me/progress"))) == few


def test_a_robot_has_no_page() -> None:
    assert browser(marica(robot=True)).get("/me/progress").status in (302, 404)
