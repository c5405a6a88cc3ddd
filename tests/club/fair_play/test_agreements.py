"""The numbers of members: written when an analysis ends, once for each match, and computed again."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.support import fair_play, fair_play_analyses
from tests.support.club.rating_records import DAY, member, played
from zaria.club.accounts.models import Member
from zaria.club.fair_play import actions, background
from zaria.club.fair_play.detection import FEW, METHOD, TOLERATED, find_evidence
from zaria.club.fair_play.models import Agreement, MatchTally, UsualShare
from zaria.club.fair_play.queries import stored_data
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis.models import DONE, FAILED, WAITING, Analysis
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.site.clock import MINUTE_MS
from zaria.match.terms import Terms

pytestmark = pytest.mark.django_db

GAME = "backgammon"


@pytest.fixture(autouse=True)
def members() -> list[Member]:
    """The two who sit at the tables of `played`."""
    return [member(number) for number in range(2)]


def analyse(match_id: str, decisions: int = 40, share: float = 0.0) -> None:
    """Store an analysis in which side 0 lets the master take a share of the decisions."""
    chance = Random(match_id)
    sides = [fair_play.member(GAME, 0.1, part, decisions, chance) for part in (share, 0.0)]
    fair_play_analyses.store_analysis(fair_play_analyses.analysis_of(match_id, GAME, sides))


def recent(name: str, **fields: Any) -> Played:
    """A stored rated match that ended yesterday."""
    match = played(name, int(time.time() * 1000) - DAY, game=GAME, **fields)
    match.save()
    return match


def numbers() -> dict[str, list[Any]]:
    rows = {
        "agreements": Agreement.objects.order_by("member", "game").values(),
        "tallies": MatchTally.objects.order_by("match", "side").values(),
    }
    return {name: [{**row, "id": None} for row in table_rows] for name, table_rows in rows.items()}


def test_an_analysis_that_ends_counts_for_both_and_once() -> None:
    for name in ("m1", "m2"):
        recent(name)
        analyse(name)
    rows = {row.member.player: row for row in Agreement.objects.select_related("member")}
    assert {player: row.matches for player, row in rows.items()} == {"p0": 2, "p1": 2}
    row = rows["p0"]
    tallies = list(row.member.match_tallies.all())
    assert row.decisions == sum(tally.decisions for tally in tallies)
    assert row.rate == pytest.approx(500 * sum(tally.loss for tally in tallies) / row.decisions)
    assert 0 < row.agreement < 1
    before = numbers()["agreements"]
    assert actions.record("m1")
    assert numbers()["agreements"] == before


def test_a_match_more_reads_no_tally_of_the_earlier_ones() -> None:
    for name in ("m1", "m2", "m3"):
        recent(name)
        analyse(name)
    MatchTally.objects.exclude(match="m3").update(logs=b"unreadable")
    recent("m4")
    analyse("m4")
    assert set(Agreement.objects.values_list("matches", flat=True)) == {4}
    Agreement.objects.update(method=0)  # they have to be computed again
    recent("m5")
    with pytest.raises(ValueError, match="multiple of item size"):
        analyse("m5")


def copy_analyses(number: int) -> None:
    """Give the members of "m0" as many more analysed matches like it."""
    ended = int(time.time() * 1000) - 2 * DAY
    matches = [played(f"copy{place}", ended - place, game=GAME) for place in range(number)]
    Played.objects.bulk_create(matches)
    rows = list(MatchTally.objects.filter(match="m0"))
    MatchTally.objects.bulk_create(
        MatchTally(**{**values_of(row), "match": match}) for match in matches for row in rows
    )
    Agreement.objects.update(method=0)


def values_of(row: MatchTally) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.fields if field.name != "id"}


def steps_of(work: Callable[[], object]) -> int:
    """Return the number of hundreds of instructions that SQLite executes."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection.connection.set_progress_handler(count, 100)
    try:
        work()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps


def test_the_work_of_an_analysis_does_not_grow_with_those_before() -> None:
    """Neither with the matches of a member, nor with the number of members."""
    recent("m0")
    analyse("m0")
    recent("m1")
    few = steps_of(lambda: analyse("m1"))
    copy_analyses(10_000)
    others = Member.objects.bulk_create(
        Member(username=f"other{place}", email=f"other{place}@example.org", player=f"o{place}")
        for place in range(2_000)
    )
    like = Agreement.objects.first()
    assert like is not None
    numbers_of = {field.name: getattr(like, field.name) for field in like._meta.fields if field.name != "id"}
    Agreement.objects.bulk_create(Agreement(**{**numbers_of, "member": other}) for other in others)
    recent("m2")
    analyse("m2")
    assert set(
        Agreement.objects.filter(member__player__startswith="p").values_list("matches", flat=True)
    ) == {10_003}
    recent("m3")
    assert steps_of(lambda: analyse("m3")) < 1.5 * few + 10
    recent("m4")
    analyse("m4")
    assert steps_of(lambda: actions.record("m4")) < 1.5 * few + 10


def test_the_usual_share_is_that_of_the_population(members: list[Member]) -> None:
    recent("m0")
    analyse("m0")
    assert not UsualShare.objects.exists()
    others = [member(number) for number in range(2, 2 + FEW)]
    row = Agreement.objects.get(member=members[0])
    for other in others:
        row.pk, row.member, row.share = None, other, 0.18
        row.save()
    actions.store_usual_shares()
    usual = UsualShare.objects.get()
    assert (usual.game, usual.share) == (GAME, 0.18)
    recent("m1")
    analyse("m1", share=0.3)
    tolerant = Agreement.objects.get(member=members[0])
    assert tolerant.score <= find_evidence(tolerant.tally, TOLERATED["points"]).score
    assert tolerant.score == find_evidence(tolerant.tally, 0.18).score
    Agreement.objects.all().delete()
    actions.store_usual_shares()
    assert not UsualShare.objects.exists()


@pytest.mark.parametrize("change", ["repeated", "deleted", "earlier version", "other method"])
def test_sums_that_cannot_go_on_are_computed_again(change: str) -> None:
    for name in ("m1", "m2", "m3"):
        recent(name)
        analyse(name)
    match change:
        case "repeated":
            actions.record("m2")
        case "deleted":
            Played.objects.get(pk="m2").delete()
        case "earlier version":
            Agreement.objects.update(logs=b"", loss=0, hard=0, agreed=0, method=0)
        case _:
            MatchTally.objects.update(method=0)
            Agreement.objects.update(method=0)
    recent("m4")
    analyse("m4")
    before = numbers()["agreements"]
    tallies = MatchTally.objects.filter(member__player="p0", method=METHOD)
    assert before[0]["matches"] == len(tallies)
    assert before[0]["loss"] == pytest.approx(sum(row.loss for row in tallies))
    MatchTally.objects.filter(method=0).delete()
    Analysis.objects.all().delete()
    actions.recompute()
    assert numbers()["agreements"] == before


def test_more_matches_of_a_cheat_are_more_evidence() -> None:
    scores = []
    for name in ("m1", "m2", "m3"):
        recent(name)
        analyse(name, share=1.0)
        scores.append(Agreement.objects.get(member__player="p0").score)
    assert scores == sorted(scores)
    assert scores[-1] > 3 > Agreement.objects.get(member__player="p1").score


@pytest.mark.parametrize(
    "fields",
    [{"rated": False}, {"void": True}, {"bot1": "level5"}, {"bot0": "robot"}, {"member1": False}],
    ids=str,
)
def test_other_matches_than_rated_ones_between_people_do_not_count(fields: dict[str, Any]) -> None:
    recent("m", **fields)
    analyse("m")
    assert not MatchTally.objects.exists()
    assert not Agreement.objects.exists()


def test_a_result_that_is_stored_after_the_analysis_counts() -> None:
    analyse("m")
    assert not Agreement.objects.exists()
    matches_recorded.send(sender=None, results=[(recent("m"), Terms(GAME))])
    assert Agreement.objects.count() == 2


def test_other_depths_do_not_count() -> None:
    recent("m")
    analyses.ask("m", "quick", "")
    row = analyses.take("lease")
    assert row is not None
    assert analyses.done(row, b"x", 1, 1)
    assert not Agreement.objects.exists()


def test_all_is_computed_again_from_the_analyses(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("m1", "m2"):
        recent(name)
        analyse(name)
    before = numbers()
    Agreement.objects.update(score=9, matches=7)
    MatchTally.objects.update(method=0, loss=3)
    Agreement.objects.create(
        member_id=before["agreements"][0]["member_id"], game="chess", matches=1, decisions=1, rate=1,
        agreement=1, share=0, score=5,
    )  # fmt: skip
    call_command("fair_play", "recompute")
    assert "Matches read: 2." in capsys.readouterr().out
    assert numbers() == before


def test_tallies_remain_when_their_analysis_is_gone() -> None:
    recent("m")
    analyse("m")
    before = numbers()
    Analysis.objects.all().delete()
    assert actions.recompute() == 0
    assert numbers() == before


def test_a_deleted_match_takes_its_tallies_along() -> None:
    recent("m").delete()
    recent("n")
    analyse("n")
    Played.objects.all().delete()
    assert actions.recompute() == 0
    assert numbers() == {"agreements": [], "tallies": []}


def test_a_member_can_read_and_delete_it(members: list[Member]) -> None:
    recent("m")
    analyse("m")
    data = stored_data(members[0])
    assert [row["game"] for row in data["agreements"]] == [GAME]
    assert [row["match"] for row in data["matches"]] == ["m"]
    actions.forget(members[0])
    assert stored_data(members[0]) == {"agreements": [], "matches": []}
    assert Agreement.objects.count() == 1


@pytest.fixture
def _minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten minutes a day."""
    monkeypatch.setattr(settings, "FAIR_PLAY_MINUTES", 10)


def requested() -> list[tuple[str, str]]:
    return list(Analysis.objects.order_by("pk").values_list("match_id", "state"))


def test_nothing_is_analysed_unless_the_operator_gives_time() -> None:
    recent("m")
    background.find_work()
    assert requested() == []


@pytest.mark.usefixtures("_minutes")
def test_the_latest_rated_match_is_analysed_first_and_one_at_a_time() -> None:
    now = int(time.time() * 1000)
    for name, at, rated in (("a", 2, True), ("b", 1, True), ("c", 0, False), ("old", 31, True)):
        played(name, now - at * DAY, game=GAME, rated=rated).save()
    background.find_work()
    background.find_work()
    assert requested() == [("b", WAITING)]
    row = analyses.take("lease")
    assert row is not None
    analyses.failed(row, "gone")
    for _ in range(3):
        background.find_work()
    assert requested() == [("b", FAILED), ("a", WAITING)]


@pytest.mark.usefixtures("_minutes")
@pytest.mark.parametrize(("minutes", "more"), [(9, True), (10, False)])
def test_the_minutes_of_a_day_are_not_exceeded(minutes: int, more: bool) -> None:
    recent("m1")
    recent("m2")
    background.find_work()
    Analysis.objects.update(state=DONE, took=minutes * MINUTE_MS)
    background.find_work()
    assert len(requested()) == 1 + more
    Analysis.objects.filter(state=DONE).update(asked=int(time.time() * 1000) - 2 * DAY)
    background.find_work()
    assert len(requested()) == 2


@pytest.mark.usefixtures("_minutes")
def test_an_analysis_that_ran_out_of_time_counts_as_long() -> None:
    recent("m1")
    recent("m2")
    background.find_work()
    Analysis.objects.update(state=FAILED, reason="too_long")
    background.find_work()
    assert len(requested()) == 1


@pytest.mark.usefixtures("_minutes")
def test_visitors_come_before_the_club_and_move_its_requests_up() -> None:
    recent("m")
    background.find_work()
    (club_analysis,) = Analysis.objects.all()
    analyses.ask("other", "deep", "player 1")
    first = analyses.take("lease", before=club_analysis)
    assert first is not None
    assert first.match_id == "other"
    analysis = analyses.ask("m", "deep", "player 2")
    assert analysis.effort == 2
    assert analysis.rank < club_analysis.rank
