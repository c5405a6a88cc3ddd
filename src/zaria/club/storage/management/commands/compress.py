"""`zaria manage compress`: compress the events of old matches now; `--undo` gives all of them rows again."""

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from zaria.club.site import clock, data_directory
from zaria.club.site.clock import DAY_MS
from zaria.club.storage.compression import BEGINNING, MOST, compress, find_slice
from zaria.live.journal import factory
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.journal.compressed import UnknownFormError
from zaria.live.journal.compression import Compression, connect


class Command(BaseCommand):
    """See the module. The club may be open meanwhile."""

    help = "Compress the events of matches that ended long ago, or give them rows again."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The age of the matches, and the way back."""
        days = settings.COMPRESS_DAYS or None
        parser.add_argument(
            "--days",
            type=int,
            default=days,
            help=f"days since their end (ZARIA_COMPRESS_DAYS: {days or 'never'})",
        )
        parser.add_argument("--undo", action="store_true", help="give all compressed matches rows again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do all of it, one line for each slice; raises `CommandError`."""
        days = options["days"]
        if not options["undo"] and (days is None or days < 1):
            raise CommandError("say how many days ago the matches must have ended: --days 30")
        url, home = data_directory.database_url(), data_directory.directory()
        if url is None and not (home / factory.FILE).exists():
            raise CommandError(f"there is no {factory.FILE} in {home}")
        try:
            asyncio.run(_create_tables())
            with connect(url, home) as compression:
                if options["undo"]:
                    self._expand(compression)
                else:
                    self._compress(compression, days)
        except (StoreUnavailableError, UnknownFormError) as error:
            raise CommandError(str(error)) from error

    def _compress(self, compression: Compression, days: int) -> None:
        before, after, done, in_use = clock.now_ms() - days * DAY_MS, BEGINNING, 0, 0
        while matches := find_slice(compression, before, after):
            done += sum(compress(compression, match_id) for (_, match_id), free in matches.items() if free)
            in_use += sum(not free for free in matches.values())
            after = max(matches)
            self.stdout.write(f"Matches compressed: {done} …")
        self.stdout.write(f"Matches compressed: {done}, still in use: {in_use}.")

    def _expand(self, compression: Compression) -> None:
        after, done = "", 0
        while match_ids := compression.compressed(after, MOST):
            done += sum(map(compression.expand, match_ids))
            after = match_ids[-1]
            self.stdout.write(f"Matches with rows again: {done} …")
        self.stdout.write(f"Matches with rows again: {done}.")


async def _create_tables() -> None:
    """Open the journal once: it may be from before compressed matches."""
    journal = await factory.connect(data_directory.database_url(), data_directory.directory())
    await journal.close()
