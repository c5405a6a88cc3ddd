"""Tournaments in the database: entries, rounds, results and money, in both engines."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import IntegrityError, transaction

from tests.club.ledger.conftest import in_both_engines
from tests.support.club.tournament_terms import entered, members, terms
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, SPONSORS, pool_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.ledger.queries import Balance, balance
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.announcements import TournamentAnnouncer
from zaria.club.tournaments.export import files as export_files
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.club.tournaments.pages.meetings import games
from zaria.club.tournaments.pages.people import people
from zaria.club.tournaments.runner import progress
from zaria.tournaments import commands as cmd
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.draw import seal
from zaria.tournaments.field import DRAW, LOSS, WIN, Result

SOON = 3_600_000


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []
    assert (
        not Account.objects.filter(code__startswith="pool:")
        .exclude(balance=0)
        .filter(
            code__in=[pool_code(row.pk) for row in Tournament.objects.filter(phase__in=("over", "cancelled"))]
        )
    )


def begun(row: Tournament) -> list[Pairing]:
    """Begin a tournament; the pairings of its first round."""
    actions.begin(row.pk)
    return open_pairings(row)


@in_both_engines
def test_of_two_that_begin_a_tournament_one_does() -> None:
    """The runner, and who enters last where it begins as soon as it is full."""
    row, _players = entered(4)
    seen = [actions.begin_once(row.pk) for _ in range(2)]
    assert [(tournament.phase, tournament.events) for tournament in seen] == [("playing", seen[0].events)] * 2
    later, _players = entered(0, starts_at=now_ms() + SOON)
    assert actions.begin_once(later.pk).phase == "open"


def open_pairings(row: Tournament) -> list[Pairing]:
    return list(Pairing.objects.filter(tournament=row, how="").order_by("number", "place", "attempt"))


def play_out(row: Tournament) -> Tournament:
    """Let side 0 of each board win until the end."""
    while pairings := open_pairings(row):
        for pairing in pairings:
            progress.report(pairing, Result((WIN, LOSS)))
    return Tournament.objects.get(pk=row.pk)


def account(code: str) -> int:
    return sum(Account.objects.filter(code=code).values_list("balance", flat=True))


def refusal(row: Tournament, command: cmd.Command) -> str:
    with pytest.raises(TournamentRefusedError) as refused:
        actions.execute(row.pk, command)
    return refused.value.code


def test_a_knockout_is_played_to_its_end() -> None:
    row, players = entered(5)
    assert Tournament.objects.get(pk=row.pk).players == 5
    begun(row)
    assert Pairing.objects.filter(tournament=row, number=1, how="bye").count() == 3
    after = play_out(row)
    assert (after.phase, after.round) == ("over", 3)
    places = dict(Entry.objects.filter(tournament=row).values_list("player", "place"))
    assert Counter(places.values()) == Counter(range(1, 6))
    assert places[after.winner] == 1
    assert {member.player for member in players} == set(places)


def test_the_history_alone_has_all_of_it() -> None:
    row, _ = entered(4)
    begun(row)
    after = play_out(row)
    state = history.replayed(row.pk)
    assert state.phase == "over"
    assert state == history.state(after)
    assert seal(bytes.fromhex(after.secret)) == state.seal
    assert state.terms.match.tournament == row.pk


@in_both_engines
def test_two_writers_cannot_store_the_same_number() -> None:
    row, _ = entered(1)
    event = TournamentEvent.objects.filter(tournament=row).latest("number")
    with pytest.raises(IntegrityError), transaction.atomic():
        TournamentEvent.objects.create(
            tournament=row, number=event.number, at=0, kind="entered", body=event.body
        )


def test_a_state_that_was_rolled_back_is_not_kept() -> None:
    row, (member,) = entered(1)
    with transaction.atomic():
        actions.withdraw(row.pk, member.player)
        transaction.set_rollback(True)
    assert set(history.state(Tournament.objects.get(pk=row.pk)).ratings) == {member.player}
    assert refusal(row, cmd.Enter(member.player)) == "entered"


def test_the_matches_of_pairings_have_ids_of_their_own() -> None:
    row, _ = entered(8)
    ids = [pairing.match_id for pairing in begun(row)]
    assert len(set(ids)) == 4
    again = [opening.match_id for opening in progress.step(row.pk).openings]
    assert again == ids


def test_a_drawn_meeting_is_played_again_with_exchanged_sides() -> None:
    row, _ = entered(2)
    (first,) = begun(row)
    progress.report(first, Result((DRAW, DRAW)))
    (second,) = open_pairings(row)
    assert (second.attempt, second.player0, second.player1) == (1, first.player1, first.player0)
    assert second.match_id != first.match_id
    progress.report(first, Result((WIN, LOSS)))  # an old result that comes again
    assert open_pairings(row) == [second]
    progress.report(second, Result((WIN, LOSS)))
    assert Tournament.objects.get(pk=row.pk).winner == second.player0


@in_both_engines
def test_fees_are_held_collected_and_paid_out() -> None:
    row, players = entered(4, fee=10_00, bonus=5_00, sponsor="Bakery", house_rate=5_00)
    assert {balance(entrant.player) for entrant in players} == {Balance(990_00, 10_00)}
    begun(row)
    assert account(pool_code(row.pk)) == 45_00
    assert {balance(entrant.player) for entrant in players} == {Balance(990_00, 0)}
    after = play_out(row)
    assert balance(after.winner) == Balance(990_00 + 43_00, 0)
    assert (account(FEES), account(SPONSORS)) == (2_00, -5_00)
    assert Entry.objects.get(tournament=row, player=after.winner).prize == 43_00


def test_a_fee_comes_back_once_before_the_start() -> None:
    row, (entrant, _) = entered(2, fee=10_00)
    actions.withdraw(row.pk, entrant.player)
    assert balance(entrant.player) == Balance(1000_00, 0)
    assert refusal(row, cmd.Withdraw(entrant.player)) == "not_entered"
    actions.enter(row.pk, entrant)
    assert balance(entrant.player) == Balance(990_00, 10_00)
    begun(row)
    actions.withdraw(row.pk, entrant.player)
    assert balance(entrant.player) == Balance(990_00, 0)


def test_fees_of_several_tournaments_are_held_at_once() -> None:
    rows = [actions.create(terms(fee=10_00), "director") for _ in range(3)]
    (member,) = members(1)
    for row in rows:
        actions.enter(row.pk, member)
    assert balance(member.player) == Balance(970_00, 30_00)
    actions.withdraw(rows[0].pk, member.player)
    assert balance(member.player) == Balance(980_00, 20_00)


def test_too_few_players_get_their_fees_back() -> None:
    row, players = entered(3, fee=10_00, least=4)
    actions.begin(row.pk)
    assert Tournament.objects.get(pk=row.pk).phase == "cancelled"
    assert {balance(entrant.player) for entrant in players} == {Balance(1000_00, 0)}


@in_both_engines
def test_a_tournament_that_is_broken_off_returns_everything() -> None:
    row, players = entered(4, fee=10_00, bonus=5_00)
    begun(row)
    actions.execute(row.pk, cmd.Cancel("director", "The hall has burnt down"))
    assert {balance(entrant.player) for entrant in players} == {Balance(1000_00, 0)}
    assert account(SPONSORS) == 0
    assert not open_pairings(row)
    assert refusal(row, cmd.Cancel("director", "Again")) == "closed"


def test_who_lacks_credits_does_not_enter() -> None:
    _, (rich,) = entered(1, fee=600_00)
    second_row = actions.create(terms(fee=600_00), "director")
    with pytest.raises(TournamentRefusedError, match="not_enough_credits"):
        actions.enter(second_row.pk, rich)
    assert not Entry.objects.filter(tournament=second_row).exists()
    assert Transfer.objects.filter(subject=f"tournament:{second_row.pk}").count() == 0
    assert TournamentEvent.objects.filter(tournament=second_row).count() == 1


def test_one_enters_late_where_the_format_allows_it() -> None:
    row, _ = entered(4, "arena", fee=10_00, round_ms=SOON)
    begun(row)
    (late,) = members(1, since=4)
    actions.enter(row.pk, late)
    assert account(pool_code(row.pk)) == 50_00
    assert balance(late.player) == Balance(990_00, 0)


def test_an_arena_ends_when_its_time_is_over() -> None:
    row, _ = entered(4, "arena", starts_at=now_ms() - SOON, round_ms=SOON)
    progress.step(row.pk)
    for pairing in open_pairings(row):
        progress.report(pairing, Result((WIN, LOSS)))
    progress.step(row.pk)
    assert Tournament.objects.get(pk=row.pk).phase == "playing", "it counts from when it began"
    for pairing in open_pairings(row):
        progress.report(pairing, Result((WIN, LOSS)))
    actions.execute(row.pk, cmd.Pair(), now_ms() + SOON)
    assert Tournament.objects.get(pk=row.pk).phase == "over"


def test_entries_close_by_rating_country_code_and_invitation() -> None:
    (ann,) = members(1)
    for more, code in (
        ({"lowest_rating": 501}, "rating_too_low"),
        ({"highest_rating": 499}, "rating_too_high"),
        ({"country": "BG"}, "other_country"),
        ({"access": "invited"}, "not_invited"),
        ({"access": "code"}, "wrong_code"),
    ):
        row = actions.create(terms(**more), "director", code="tavla" if "access" in more else "")
        with pytest.raises(TournamentRefusedError, match=code):
            actions.enter(row.pk, ann, "wrong")
    actions.enter(row.pk, ann, "tavla")


def test_it_does_not_begin_too_early() -> None:
    row, _ = entered(2, starts_at=now_ms() + SOON)
    assert progress.step(row.pk).openings == []
    assert progress.tournaments_to_run(now_ms()) == []
    assert progress.needed_steps(now_ms(), None).next_start == Tournament.objects.get(pk=row.pk).starts_at
    assert refusal(row, cmd.Begin(bytes.fromhex(row.secret))) == "too_early"


def test_a_place_that_another_takes_changes_its_fee() -> None:
    row, (entrant, *_) = entered(4, fee=10_00)
    begun(row)
    (substitute,) = members(1, since=4)
    actions.execute(row.pk, cmd.Replace(entrant.player, substitute.player, 500, "director", "Illness"))
    assert balance(entrant.player) == Balance(1000_00, 0)
    assert balance(substitute.player) == Balance(990_00, 0)
    assert account(pool_code(row.pk)) == 40_00
    actions.execute(row.pk, cmd.Undo("director", "They are well again"))
    assert balance(entrant.player) == Balance(990_00, 0)
    assert balance(substitute.player) == Balance(1000_00, 0)
    assert account(pool_code(row.pk)) == 40_00
    active = set(Entry.objects.filter(tournament=row, active=True).values_list("player", flat=True))
    assert entrant.player in active
    assert substitute.player not in active
    pairs = [(pairing.player0, pairing.player1) for pairing in open_pairings(row)]
    assert active == {player for pair in pairs for player in pair}


def test_who_does_not_check_in_gets_the_fee_back() -> None:
    row, (first, second, third) = entered(3, fee=10_00, check_in_ms=SOON)
    for member in (first, second):
        actions.execute(row.pk, cmd.CheckIn(member.player))
    begun(row)
    assert balance(third.player) == Balance(1000_00, 0)
    assert account(pool_code(row.pk)) == 20_00


def test_a_knockout_begins_when_it_is_full() -> None:
    row, _ = entered(4, starts_at=now_ms() + SOON, most=4, when_full=True)
    begun = Tournament.objects.get(pk=row.pk)
    assert begun.phase == "playing"
    assert begun.starts_at == TournamentEvent.objects.get(tournament=row, kind="begun").at
    progress.report(open_pairings(row)[0], Result((WIN, LOSS)))
    actions.withdraw(row.pk, open_pairings(row)[0].player0)
    assert Tournament.objects.get(pk=row.pk).starts_at == begun.starts_at


class RunnerAtOnce:
    """A runner that looks as soon as something has changed."""

    def add(self, tournament_id: str, *_: object) -> None:
        progress.step(tournament_id)


@in_both_engines
def test_the_last_player_enters_though_the_runner_begins_first(monkeypatch: pytest.MonkeyPatch) -> None:
    row, _ = entered(3, starts_at=now_ms() + SOON, most=4, when_full=True)
    (last,) = members(1, since=3)
    monkeypatch.setattr(TournamentAnnouncer, "_started", {RunnerAtOnce()})
    assert actions.enter(row.pk, last).phase == "playing"
    assert Entry.objects.get(tournament=row, player=last.player).active


def test_the_runner_begins_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    row, _ = entered(2)
    begin = actions.begin

    def begin_second(tournament_id: str) -> Tournament:
        begin(tournament_id)  # somebody else does, after the runner has read the row
        return begin(tournament_id)

    monkeypatch.setattr(actions, "begin", begin_second)
    assert len(progress.step(row.pk).openings) == 1


def test_a_replay_has_a_match_of_its_own() -> None:
    row, _ = entered(4)
    first, _ = begun(row)
    progress.report(first, Result((WIN, LOSS)))
    actions.execute(row.pk, cmd.Replay(1, first.place, "director", "The clock stood still"))
    again = next(pairing for pairing in open_pairings(row) if pairing.place == first.place)
    assert again.match_id not in (None, first.match_id)
    progress.report(first, Result((WIN, LOSS)))
    assert again in open_pairings(row)
    assert play_out(row).phase == "over"


def test_a_decision_that_is_taken_back_leaves_the_result_of_the_match() -> None:
    row, _ = entered(6, "round-robin")
    first, second, _ = begun(row)
    progress.report(first, Result((WIN, LOSS)))
    progress.report(second, Result((LOSS, WIN), played=False))
    for pairing, how in ((first, "played"), (second, "absent")):
        for decision in (cmd.DoubleForfeit, cmd.Replay):
            actions.execute(row.pk, decision(1, pairing.place, "director", "They cheated"))
            actions.execute(row.pk, cmd.Undo("director", "They did not"))
            last = Pairing.objects.filter(tournament=row, number=1, place=pairing.place).latest("attempt")
            expected = how if decision is cmd.DoubleForfeit else "director"
            assert (last.how, {last.points0, last.points1}) == (expected, {WIN, LOSS})


def test_a_tournament_that_is_broken_off_keeps_its_last_round() -> None:
    row, _ = entered(4)
    for pairing in begun(row):
        progress.report(pairing, Result((WIN, LOSS)))
    actions.execute(row.pk, cmd.Cancel("director", "The hall has burnt down"))
    assert Tournament.objects.get(pk=row.pk).round == 2


def test_a_match_against_a_player_who_has_withdrawn_is_a_walkover() -> None:
    row, _ = entered(4, "round-robin")
    pairings = begun(row)
    gone = pairings[0].player0
    actions.withdraw(row.pk, gone)
    for pairing in pairings:
        progress.report(pairing, Result((WIN, LOSS)))
    walkovers = Pairing.objects.filter(tournament=row, how="walkover")
    assert [gone in (walkover.player0, walkover.player1) for walkover in walkovers] == [True]
    assert not Pairing.objects.filter(tournament=row, how="bye").exists()
    row.refresh_from_db()
    state = history.state(row)
    pairings_by_place = {(walkover.number, walkover.place): walkover for walkover in walkovers}
    name = Entry.objects.get(tournament=row, player=gone).name
    meetings = list(enumerate(state.current))
    notes = [game.note for game in games(meetings, 2, pairings_by_place, people(row.pk, state.ratings), ())]
    assert f"{name} had withdrawn" in notes
    assert ",walkover," in export_files.csv_file(row).decode()


def test_a_decision_on_a_walkover_can_be_taken_back() -> None:
    row, _ = entered(4, "round-robin")
    pairings = begun(row)
    actions.withdraw(row.pk, pairings[0].player0)
    for pairing in pairings:
        progress.report(pairing, Result((WIN, LOSS)))
    walkover = Pairing.objects.get(tournament=row, how="walkover")
    actions.execute(row.pk, cmd.DoubleForfeit(2, walkover.place, "director", "Neither has come"))
    actions.execute(row.pk, cmd.Undo("director", "One had"))
    again = Pairing.objects.get(pk=walkover.pk)
    assert (again.how, again.points0, again.points1) == ("walkover", walkover.points0, walkover.points1)


def test_a_bye_goes_to_the_player_who_replaces_another() -> None:
    row, _ = entered(3)
    (pairing,) = begun(row)
    bye = Pairing.objects.get(tournament=row, how="bye")
    progress.report(pairing, Result((WIN, LOSS)))
    (substitute,) = members(1, since=3)
    actions.execute(row.pk, cmd.Replace(bye.player0, substitute.player, 500, "director", "Illness"))
    bye.refresh_from_db()
    assert (bye.number, bye.player0, bye.player1, bye.how) == (1, substitute.player, "", "bye")
    assert history.replayed(row.pk).field.rounds[0][bye.place].players == (substitute.player, None)
