"""A request for a pay-out, or its payment, in a process that is killed before the commit.

`python -m tests.support.club.payout_process`: DIES_AT names the point ("": it lives), PLAYER the member who
asks, or of whom the request is paid.
"""

import os

import django

from tests.support.club.dying_server import die_after


def work() -> None:
    """Ask, or pay the open request."""
    from zaria.club.accounts.models import Member
    from zaria.club.payouts import actions
    from zaria.club.payouts.models import PayoutRequest, PayoutState
    from zaria.club.staff.actions import balances, payouts

    points = {"held": (actions, "_hold"), "returned": (actions, "end"), "booked": (balances, "pay_out")}
    if point := os.environ["DIES_AT"]:
        die_after(*points[point])
    player = os.environ["PLAYER"]
    open_request = PayoutRequest.objects.filter(player=player, state=PayoutState.OPEN).first()
    if open_request is None:
        actions.request(Member.objects.get(player=player), 10_00, "")
    else:
        payouts.pay(None, open_request, "Paid", "bank 7")


if __name__ == "__main__":
    django.setup()
    work()
