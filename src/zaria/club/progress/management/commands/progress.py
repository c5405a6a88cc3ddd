"""`zaria manage progress recompute`: counts the decisions of all graded matches anew, also while open."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from zaria.club.progress.actions import recompute


class Command(BaseCommand):
    """See the module."""

    help = "Count members' decisions anew from the grades of all analysed matches."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the command `recompute`."""
        parser.add_argument("what", choices=["recompute"], help="what to do")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute everything, and print the number of matches read."""
        self.stdout.write(f"Matches read: {recompute()}.")
