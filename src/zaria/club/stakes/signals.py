"""Subscribes stakes to results: each is settled in the transaction that records it."""

import logging
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from zaria.club.ledger.actions import LedgerError
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import match_closed, match_recorded
from zaria.club.stakes import actions, announcements
from zaria.match.stakes import settle
from zaria.match.terms import Terms

log = logging.getLogger(__name__)


@receiver(match_recorded)
def settle_match(match: Played, terms: Terms, **_kwargs: Any) -> None:
    """Settle a result; nobody pays for a draw or a void match.

    A match that cannot be settled is logged and does not keep its result from being stored; the sweeper
    returns what is held.
    """
    stakes = terms.stakes
    if stakes is None or not stakes.paid:
        return
    try:
        with transaction.atomic():
            if match.won is None or match.void:
                players = actions.release_all(match.match_id)
            else:
                settlement = settle(stakes, match.games[-1][1], terms.length)
                sides = (match.player0, match.player1)
                players = list(sides)
                actions.settle(match.match_id, settlement, sides[match.won], sides[1 - match.won])
    except LedgerError as error:
        log.error("match %s: cannot settle its stakes: %s", match.match_id, error)
        players = actions.release_all(match.match_id)
    announcements.add(players)


@receiver(match_closed)
def return_stakes(match_id: str, **_kwargs: Any) -> None:
    """Return what is held for a table at which nobody played."""
    announcements.add(actions.release_all(match_id))
