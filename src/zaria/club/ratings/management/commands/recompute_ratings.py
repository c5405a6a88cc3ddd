"""`zaria manage recompute_ratings`: recomputes all ratings, also while the club is open."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand

from zaria.club.ratings.actions import recompute


class Command(BaseCommand):
    """See the module."""

    help = "Recompute ratings from the records, from the beginning or from a day on."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--from`."""
        parser.add_argument(
            "--from",
            dest="since",
            type=_day,
            default=0,
            metavar="DATE",
            help="a day (UTC), such as 2026-11-21",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute all ratings, and print how many have changed."""
        changes = recompute((options["since"], ""))
        self.stdout.write(f"Ratings changed: {sum(map(len, changes.values()))}, of members: {len(changes)}.")


def _day(text: str) -> int:
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day such as 2026-11-21") from None
    return int(day.timestamp() * 1000)
