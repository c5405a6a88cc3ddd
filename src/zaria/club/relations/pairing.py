"""The site's policy who plays whom (`zaria.live.matches.pairing_policy`): blocks keep players apart."""

from django.db import Error

from zaria.club.relations.queries import blocked_between
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.journal.base import StoreUnavailableError
from zaria.match.events import Player


class BlockPolicy:
    """Lets nobody be paired with a player whom they block, or who blocks them. One for each process."""

    def __init__(self) -> None:
        self._database = DatabaseThread("pairing-policy")

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def may_pair(self, player: Player, opponent: Player) -> bool:
        """Return whether neither blocks the other; guests block nobody."""
        if not (player.member and opponent.member):
            return True
        try:
            return not await self._database.run(blocked_between, player.id, opponent.id)
        except Error as error:
            raise StoreUnavailableError(f"pairs wait for the database: {error}") from error
