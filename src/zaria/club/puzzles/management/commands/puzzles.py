"""`zaria manage puzzles check|find`: proves doubted puzzles, and finds some in matches; also while open."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from zaria.club.puzzles import actions, catalogue, match_search
from zaria.live.journal.base import StoreUnavailableError
from zaria.puzzles.check import check

MINUTES = 10.0


class Command(BaseCommand):
    """See the module."""

    help = "Check reported puzzles by a deeper search, or find puzzles in finished matches."
    requires_system_checks = ()  # they take longer than many a check

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what to do, and for how long."""
        parser.add_argument(
            "what",
            choices=["check", "find"],
            help="check what members doubt, or find puzzles in matches of members who allow it",
        )
        parser.add_argument(
            "--minutes", type=float, default=MINUTES, help=f"how long to find (default {MINUTES:g})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, one line for each puzzle; raises `CommandError`."""
        if options["what"] == "find":
            self._find(options["minutes"])
        else:
            self._check()

    def _check(self) -> None:
        for puzzle_id in actions.reported():
            puzzle = catalogue.find(puzzle_id)
            fault = "there is no such puzzle any more" if puzzle is None else check(puzzle, deeper=True).fault
            actions.close_reports(puzzle_id, is_right=not fault)
            self.stdout.write(f"{puzzle_id}: {fault or 'proven again'}")

    def _find(self, minutes: float) -> None:
        number_of_matches = 0
        try:
            for match, puzzles in match_search.search(minutes):
                number_of_matches += 1
                for puzzle in puzzles:
                    self.stdout.write(f"{puzzle.id}: {puzzle.game}, match {match.match_id}")
        except StoreUnavailableError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Matches looked at: {number_of_matches}.")
