"""`zaria manage puzzles check`: proves the puzzles anew whose answers members doubt, also while open."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from zaria.club.puzzles import actions, catalogue
from zaria.puzzles.check import check


class Command(BaseCommand):
    """See the module."""

    help = "Check reported puzzles by a deeper search; those that fail are never offered again."
    requires_system_checks = ()  # they take longer than many a check

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the command `check`."""
        parser.add_argument("what", choices=["check"], help="what to do")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each puzzle, and print what is wrong with it."""
        for puzzle_id in actions.reported():
            puzzle = catalogue.find(puzzle_id)
            fault = "it is no longer shipped" if puzzle is None else check(puzzle, deeper=True).fault
            actions.close_reports(puzzle_id, is_right=not fault)
            self.stdout.write(f"{puzzle_id}: {fault or 'proven again'}")
