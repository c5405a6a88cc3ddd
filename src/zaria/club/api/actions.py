"""Changes of tokens and robot accounts."""

import secrets

from django.db import transaction
from django.db.models import Q

from zaria.club.accounts.flows import sessions
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import registry, token_hash
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import Change

PREFIX = "zaria_"
"""Prefix of every token, so that scanners for secrets recognise it."""
SHOWN = len(PREFIX) + 6
MOST = 20
"""Tokens of one member."""


class TooManyTokensError(Exception):
    """A member has `MOST` tokens already."""


def make_token(member: Member, name: str, scopes: str) -> str:
    """Make a token of a member for some scopes. Return its secret, which is stored nowhere.

    Raises `TooManyTokensError`.
    """
    secret = PREFIX + secrets.token_urlsafe(32)
    hashed = token_hash(secret)
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # nobody has more meanwhile
        if Token.objects.filter(owner=member).count() >= MOST:
            raise TooManyTokensError
        token = Token.objects.create(
            owner=member, name=name, scopes=scopes, hash=hashed, start=secret[:SHOWN]
        )
    registry.token(hashed, member.as_player(), plays=token.may_play)
    return secret


def delete_token(member: Member, number: int) -> bool:
    """Revoke a member's token; False if there is no such one."""
    token = Token.objects.filter(owner=member, pk=number).first()
    if token is None:
        return False
    token.delete()
    registry.token(token.hash, None)
    return True


def was_rated(member: Member) -> bool:
    """True if the member has ever played a rated match."""
    by_player = Q(player0=member.player) | Q(player1=member.player)
    played = Played.objects.filter(by_player, rated=True).exists()
    return played or Change.objects.filter(player=member.player).exists()


def become_robot(member: Member) -> None:
    """A program plays under this account from now on.

    What was signed before says that a person does: all its sessions and sockets end.
    """
    member.robot = True
    member.save(update_fields=["robot"])
    sessions.end_all(member)
    for token in Token.objects.filter(owner=member):
        registry.token(token.hash, None)
        registry.token(token.hash, member.as_player(), plays=token.may_play)
