"""`zaria serve` that is killed by itself at an exact point of the way of a stake or a line.

Started by `python -m tests.support.club.dying_server serve …`. DIES_AT names the point, DIES_FOR the player,
match or text that the call has to concern ("": any). With DIES_BY=SIGSTOP the process freezes.
"""

import asyncio
import os
import signal
import sys
from functools import wraps
from typing import Any

import django

from zaria.cli import main as cli
from zaria.club.site import data_directory


def die_after(owner: Any, name: str) -> None:
    """Let a function or coroutine function do its work; after that the process is dead."""
    work = getattr(owner, name)

    @wraps(work)
    async def wait(*args: Any, **kwargs: Any) -> Any:
        result = await work(*args, **kwargs)
        _die(args)
        return result

    @wraps(work)
    def call(*args: Any, **kwargs: Any) -> Any:
        result = work(*args, **kwargs)
        _die(args)
        return result

    setattr(owner, name, wait if asyncio.iscoroutinefunction(work) else call)


def _die(args: object) -> None:
    if os.environ.get("DIES_FOR", "") in repr(args):
        os.kill(os.getpid(), signal.Signals[os.environ.get("DIES_BY", "SIGKILL")])


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    data_directory.prepare()
    django.setup()
    from zaria.club.conversations.batch import Writer
    from zaria.club.ledger import actions as ledger
    from zaria.club.matches.results import actions as results
    from zaria.club.stakes import actions as stakes
    from zaria.club.stakes.escrow import ClubEscrow
    from zaria.club.table_offers import acceptance
    from zaria.club.table_offers import actions as offers
    from zaria.live.matches.host import Host
    from zaria.live.matches.match_store import MatchStore

    die_after(
        *{
            "reserved": (ClubEscrow, "reserve"),  # no table yet
            "opened": (MatchStore, "open"),  # a table is stored, nobody knows
            "held": (ClubEscrow, "hold"),  # no seat yet
            "ended": (results, "unwritten"),  # the result stands in the journal alone
            "paid": (ledger, "post"),  # the hold is not resolved yet
            "settled": (stakes, "settle"),  # the transaction is still open
            "offer_begun": (offers, "begin"),  # the offer is marked, its table still open
            "offer_checked": (stakes, "release_all"),  # within a transaction that is rolled back
            "offer_cancelled": (acceptance, "_cancel"),  # its owner's stake is still held
            "offer_released": (acceptance, "_release"),  # nothing is held
            "offer_reserved": (ClubEscrow, "reserve"),  # both stakes are held, for no table
            "offer_opened": (Host, "open"),  # the offer is still marked
            "offer_agreed": (acceptance, "_open"),  # the agreed table is open, the offer still marked
            "offer_accepted": (acceptance, "announce"),  # only the news is missing
            "line": (Writer, "store"),  # a line is stored, nobody knows
        }[os.environ["DIES_AT"]]
    )
    sys.exit(cli.main())
