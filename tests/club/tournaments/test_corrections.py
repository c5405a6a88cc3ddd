"""A director corrects a result of an earlier round: the page, stored rows, money, notices, the chronology."""

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.support.club.director_pages import boss, do, done, english_pages, page, refusal, state_of
from tests.support.club.tournament_judge import judge
from tests.support.club.tournament_play import FIRST, SECOND, begun, play, waiting
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.ledger.check import audit
from zaria.club.matches.results.decisions import decision
from zaria.club.notifications.queries import notices_of
from zaria.club.staff.models import Act
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.export.documents import document_of, store_document
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.club.tournaments.pages.brackets import brackets
from zaria.club.tournaments.pages.chronology import chronology
from zaria.club.tournaments.pages.table_part import find
from zaria.club.tournaments.runner import progress
from zaria.tournaments import commands as cmd
from zaria.tournaments.refusals import TournamentRefusedError

__all__ = ["boss", "english_pages", "plain_files"]

BY = ("director", "The score was typed wrong")


def corrected(row: Tournament, number: int, place: int = 0) -> Tournament:
    """Give a decided meeting to its loser."""
    winner = history.state(row).field.rounds[number - 1][place].result
    assert winner is not None
    return actions.execute(row.pk, cmd.Correct(number, place, FIRST if winner.winner else SECOND, *BY))


def address(row: Tournament, number: int, place: int = 0) -> str:
    return f"{page(row)}/decide/{number}/{place}"


def words_of(answer: Any) -> str:
    """The text of a page, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def in_semi_finals() -> tuple[Tournament, dict[str, str]]:
    """A knock-out of eight whose first semi-final is decided; and the names of its players."""
    row, players = begun(8)
    play(row, 1)
    first, second = waiting(row)
    progress.mark_opened([str(first.match_id), str(second.match_id)])
    progress.report(first, FIRST)
    return Tournament.objects.get(pk=row.pk), {member.player: member.username for member in players}


def test_a_match_of_an_earlier_round_is_chosen_on_the_page(boss: Client) -> None:
    row, names = in_semi_finals()
    assert f"{page(row)}/decide/1/" not in boss.get(page(row)).content.decode()
    text = boss.get(f"{page(row)}?round=1").content.decode()
    assert len(set(re.findall(rf"{page(row)}/decide/1/(\d)", text))) == 4
    meeting = state_of(row).field.rounds[0][0]
    shown = words_of(boss.get(address(row, 1)))
    won, lost = names[str(meeting.winner)], names[str(meeting.loser)]
    assert "Correct a result" in shown
    assert f"Correct: {lost} wins" in shown
    assert f"Correct: {won} wins" not in shown
    assert "Play it again" not in shown


def test_matches_that_have_begun_are_named_and_deleted_after_a_second_confirmation(boss: Client) -> None:
    row, names = in_semi_finals()
    semi_final = state_of(row).current[0]
    pair = " – ".join(names[str(player)] for player in semi_final.players)
    answer = do(boss, row, "decide", number=1, place=0, outcome="win1")
    assert answer.status_code == 422
    assert f"Semi-finals: {pair}" in words_of(answer)
    assert state_of(row).current[0] == semi_final
    (token,) = re.findall(r'name="sure"\s+value="([^"]+)"', answer.content.decode())
    assert do(boss, row, "decide", number=1, place=0, outcome="forfeit0", sure=token).status_code == 422
    state = done(boss, row, "decide", number=1, place=0, outcome="win1", sure=token)
    assert state.current[0].result is None
    assert state.current[0].players[0] == state.field.rounds[0][0].players[1]
    assert state.current[1].result is None
    judge(row.pk)
    assert Act.objects.get(details__after__act="Correct").reason == "Because"
    assert refusal(do(boss, row, "decide", number=1, place=0, outcome="win1")) != []
    assert refusal(do(boss, row, "decide", number=1, place=1, outcome="replay")) != []


@pytest.mark.parametrize("field", ["number", "place"])
def test_a_number_of_too_many_digits_names_no_match(boss: Client, field: str) -> None:
    row, _names = in_semi_finals()
    fields = {"number": 1, "place": 0, field: "1" * 5000}
    assert do(boss, row, "decide", outcome="win1", **fields).status_code == 422


def test_a_correction_from_which_nothing_has_followed_needs_no_confirmation(boss: Client) -> None:
    row, _players = begun(4, pause_ms=60_000)
    play(row, 1)
    done(boss, row, "decide", number=1, place=0, outcome="win1")
    (final,) = waiting(row)
    assert final.attempt == 1
    assert [opening.match_id for opening in progress.step(row.pk).openings] == []
    judge(row.pk)


def test_a_round_of_a_swiss_is_paired_again_as_long_as_no_table_is_open(boss: Client) -> None:
    row, _players = begun(8, "swiss", rounds=3, pause_ms=60_000)
    play(row, 1)
    before = state_of(row).current
    assert done(boss, row, "decide", number=1, place=0, outcome="win1").current != before
    progress.mark_opened([str(pairing.match_id) for pairing in waiting(row)])
    before = state_of(row).current
    assert done(boss, row, "decide", number=1, place=1, outcome="win1").current == before
    judge(row.pk)


def test_rounds_that_wait_are_shown_in_the_bracket_and_in_the_list() -> None:
    row, _players = begun(8)
    row = play(row, 2)
    before = Client().get(f"/tournaments/{row.pk}?round=3").content.decode()
    semi_finals = history.state(row).field.rounds[1]
    row = corrected(row, 1)
    assert row.round == 2
    drawn = brackets(history.state(row))[0].columns
    assert [slot.meeting is not None for slot in drawn[1].slots] == [True, True]
    assert drawn[1].slots[1].meeting == semi_finals[1]
    assert [slot.meeting for slot in drawn[2].slots] == [None]  # deleted: its first player is not known
    assert "?round=3" in before
    answer = Client().get(f"/tournaments/{row.pk}")
    assert answer.status_code == 200
    assert "?round=3" not in answer.content.decode()


def bracket_and_list(row: Tournament, number: int) -> tuple[str, str]:
    """Return the bracket and the list of a round as the page of a tournament shows them."""
    text = Client().get(f"/tournaments/{row.pk}?round={number}").content.decode()
    drawn, listed = (
        text.split(f'<section id="{part}"')[1].split("</section>")[0] for part in ("bracket", "rounds")
    )
    return drawn, listed


def test_a_round_that_waits_has_a_list_with_its_results() -> None:
    row, _players = begun(16)
    row = play(row, 3)
    quarters, semi_finals = history.state(row).field.rounds[1:3]
    row = corrected(row, 1)
    assert row.round == 2
    columns = brackets(history.state(row))[0].columns
    assert [slot.meeting for slot in columns[1].slots][1:] == list(quarters[1:])
    assert [slot.meeting for slot in columns[2].slots] == [None, semi_finals[1]]
    drawn, listed = bracket_and_list(row, 3)
    assert listed.count("waits for round 2") == 1
    assert drawn.count("waits for round 2") == drawn.count('class="box waits"') == 1
    waiting_box = drawn.split('class="box waits"')[1].split("</li>")[0]
    assert "waits for round 2" in waiting_box
    assert f"/t/{Pairing.objects.get(tournament=row, number=3, place=1).match_id}/replay" in waiting_box
    drawn, listed = bracket_and_list(row, 2)
    assert "waits for round 2" in drawn
    assert "waits for round 2" not in listed


def test_the_table_of_a_deleted_match_is_closed_and_says_why() -> None:
    row, _names = in_semi_finals()
    decided = Pairing.objects.get(tournament=row, number=2, place=0)
    corrected(row, 1)
    open_table = Pairing.objects.get(tournament=row, number=2, place=1)
    assert decided.match_id in progress.step(row.pk).ended
    assert open_table.match_id not in progress.step(row.pk).ended
    shown = find(str(decided.match_id), decided.player0)
    assert shown is not None
    assert (shown.decision, shown.reason) == ("deleted", BY[1])
    assert open_table.how == ""
    first_round = Pairing.objects.get(tournament=row, number=1, place=0)
    sentence = decision(str(first_round.match_id), "")
    assert sentence is not None
    assert "the director corrected the result" in sentence.text


def test_the_chronology_keeps_the_players_of_the_deleted_match() -> None:
    row, names = in_semi_finals()
    won, lost = (names[str(player)] for player in history.state(row).current[0].players)
    meeting = history.state(row).field.rounds[0][0]
    right, wrong = names[str(meeting.loser)], names[str(meeting.winner)]
    row = corrected(row, 1)
    (replacement, *_more) = waiting(row)
    progress.report(replacement, FIRST)
    texts = [happening.text for happening in chronology(row.pk, history.state(row)).happenings]
    assert (
        f"Round 1: the director corrected the result: {right} won against {wrong}. Deleted: {won} – {lost}"
        in texts
    )
    assert f"Round 2: {won} won against {lost}" in texts
    assert f"Round 2: {right} won against {lost}" in texts


def test_rounds_keep_their_numbers_in_the_chronology() -> None:
    row, _players = begun(16)
    play(row, 2)
    row = corrected(Tournament.objects.get(pk=row.pk), 1)
    assert row.round == 2
    judge(row.pk)
    row = play(row, 1)
    assert row.round == 3
    texts = [happening.text for happening in chronology(row.pk, history.state(row)).happenings]
    assert [text for text in texts if text.startswith("Round 3: ") and "paired" in text] == [
        "Round 3: 2 matches were paired"
    ] * 2
    judge(row.pk)


def test_the_players_concerned_are_notified() -> None:
    row, names = in_semi_finals()
    meeting, semi_final = history.state(row).field.rounds[0][0], history.state(row).current[0]
    concerned = {*meeting.players, *semi_final.players}
    corrected(row, 1)
    notified = set()
    for member in Member.objects.filter(player__in=names):
        notices = notices_of(member.pk, None, 9)
        bodies = [notice.body for notice in notices if notice.body.get("change") == "corrected"]
        assert [body["reason"] for body in bodies] == [BY[1]] * len(bodies)
        notified |= {member.player for _body in bodies}
    assert notified == concerned


def test_prizes_are_paid_once_and_a_finished_tournament_is_not_corrected(boss: Client) -> None:
    row, _players = begun(8, fee=5_00, bonus=7_00, shares=(60, 40))
    play(row, 2)
    row = corrected(Tournament.objects.get(pk=row.pk), 1)
    judge(row.pk)
    row = play(row)
    assert row.phase == Tournament.Phase.OVER
    judge(row.pk)
    assert audit().faults == []
    with pytest.raises(TournamentRefusedError, match="closed"):
        actions.execute(row.pk, cmd.Correct(1, 0, FIRST, *BY))
    assert "results can't be corrected any more" in words_of(boss.get(page(row)))
    assert boss.get(address(row, 1)).status_code == 302


def test_another_club_takes_the_same_rows_from_the_document() -> None:
    row, _players = begun(8)
    play(row, 2)
    row = play(corrected(Tournament.objects.get(pk=row.pk), 1))
    fields = ("number", "place", "attempt", "player0", "player1", "points0", "points1", "how")
    rows = list(Pairing.objects.order_by("pk").values_list(*fields))
    document = document_of(row)
    for model in (Pairing, Entry, TournamentEvent):
        model.objects.all().delete()
    row.delete()
    assert store_document(document, "")
    assert set(Pairing.objects.values_list(*fields)) == set(rows)


@pytest.mark.parametrize("format_", ["knockout", "double", "groups", "swiss"])
@pytest.mark.parametrize("seed", range(3))
def test_stored_rows_follow_whatever_is_corrected(format_: str, seed: int) -> None:
    chance = random.Random(seed)
    row, _players = begun(chance.randint(5, 12), format_, rounds=3)
    for _step in range(60):
        row = Tournament.objects.get(pk=row.pk)
        pairings, state = waiting(row), history.state(row)
        if row.phase != Tournament.Phase.PLAYING:
            break
        places = [
            (number, place)
            for number, meetings in enumerate(state.field.rounds, start=1)
            for place, meeting in enumerate(meetings)
            if None not in meeting.players
        ]
        if places and chance.random() < 0.15:
            corrected(row, *chance.choice(places))
        else:
            progress.mark_opened([str(pairing.match_id) for pairing in pairings])
            pairing = chance.choice([pairing for pairing in pairings if pairing.number == state.number])
            progress.report(pairing, chance.choice((FIRST, SECOND)))
        judge(row.pk)
