"""The end of an account, the file of a member, and the limits of losses, where there are tournaments."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.club.tournament_terms import entered
from zaria.club.ledger.queries import Balance, balance
from zaria.club.personal_data import deletion, export
from zaria.club.player_limits import sums
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.tournaments.field import LOSS, WIN, Result

pytestmark = pytest.mark.django_db


def test_a_deleted_member_is_withdrawn_and_has_no_name() -> None:
    row, (leaver, opponent) = entered(2, fee=10_00)
    deletion.delete(leaver, "Grey Heron")
    entry = Entry.objects.get(tournament=row, player=leaver.player)
    assert (entry.active, entry.name) == (False, "Grey Heron")
    assert balance(leaver.player) == Balance(1000_00, 0)
    assert Tournament.objects.get(pk=row.pk).players == 1
    assert balance(opponent.player) == Balance(990_00, 10_00)


def test_a_deleted_member_leaves_a_tournament_that_is_played() -> None:
    row, (leaver, *_) = entered(4)
    actions.begin(row.pk)
    deletion.delete(leaver, "Grey Heron")
    assert not Entry.objects.get(tournament=row, player=leaver.player).active
    deletion.delete(leaver, "Grey Heron")


def test_the_file_has_the_entries() -> None:
    row, (entrant, _) = entered(2)
    section = export.of(entrant)["tournaments"]
    assert [entry["tournament"] for entry in section["entries"]] == [row.pk]


def test_a_fee_is_a_loss_and_a_prize_a_gain() -> None:
    row, (first, second) = entered(2, fee=10_00)
    day = timezone.now() - timedelta(days=1)
    assert sums.loss(first.player, day) == 10_00
    actions.begin(row.pk)
    pairing = Pairing.objects.get(tournament=row)
    progress.report(pairing, Result((WIN, LOSS)))
    winner = Tournament.objects.get(pk=row.pk).winner
    loser = ({first.player, second.player} - {winner}).pop()
    assert (sums.loss(winner, day), sums.loss(loser, day)) == (-10_00, 10_00)
