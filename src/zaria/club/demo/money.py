"""Gifts, boards, checkers and treats: the members of the demo take, buy and give them."""

import random
from contextlib import suppress

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import NotEnoughCreditsError
from zaria.club.shop import actions, goods
from zaria.club.shop.actions import GiftNotReadyError, TooManyTreatsError


def shop(chance: random.Random) -> None:
    """Let some members take their gift, and some of them buy or give something."""
    members = list(Member.objects.filter(robot=False).order_by("pk"))
    for member in chance.sample(members, len(members) // 4):
        with suppress(GiftNotReadyError):
            actions.take_gift(member.player)
    for member in chance.sample(members, 3):
        with suppress(NotEnoughCreditsError):
            actions.buy(member.player, chance.choice(list(goods.GOODS.values())))
    for _treat in range(3):
        sender, receiver = chance.sample(members, 2)
        with suppress(NotEnoughCreditsError, TooManyTreatsError):
            kind, nonce = chance.choice(list(goods.TREATS)), str(chance.getrandbits(60))
            actions.send_treat(kind, (sender.player, sender.username), receiver.player, nonce)
