"""New balances on the open pages of members.

Each transfer names the members with a balance that it changes. After its transaction the announcer of this
process reads their balances and sends them to all their pages, in every process.
"""

from collections.abc import Callable, Collection, Iterable

from django.conf import settings

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.kinds import held_code, member_code
from zaria.club.ledger.models import Account
from zaria.club.site.announcer import PlayersAnnouncer
from zaria.live.sockets.protocol.server import CreditsChanged

Send = Callable[[str, CreditsChanged], None]
"""Sends a player's balance to their pages."""

_OWN = (member_code(""), held_code(""))


def announce_balances(codes: Iterable[str]) -> None:
    """Announce the balances of the members with these accounts after the present transaction."""
    if not BalanceAnnouncer.is_started():
        return
    players = {
        code.removeprefix(prefix): None for code in codes for prefix in _OWN if code.startswith(prefix)
    }
    if players:
        BalanceAnnouncer.after_commit(players)


class BalanceAnnouncer(PlayersAnnouncer[Collection[str]]):
    """Sends the balances that this process has changed."""

    def __init__(self, send: Send) -> None:
        """`send` is called on the event loop."""
        super().__init__("balances")
        self._send = send

    def take(self, players: Collection[str]) -> None:
        """Announce the balances of these players soon."""
        self.enqueue(players)

    def read(self, players: list[str]) -> dict[str, CreditsChanged]:
        """The message that shows the balance of each of these players."""
        codes = [code(player) for player in players for code in (member_code, held_code)]
        accounts = Account.objects.filter(code__in=codes, unit=settings.LEDGER.unit)
        balances = dict(accounts.values_list("code", "balance"))
        return {
            player: CreditsChanged(
                amount_string(balances.get(member_code(player), 0)),
                amount_string(balances.get(held_code(player), 0)),
            )
            for player in players
        }

    def send(self, player: str, content: CreditsChanged) -> None:
        """Send a player their balance."""
        self._send(player, content)
