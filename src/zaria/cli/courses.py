"""`zaria courses check`: compute the claims of the shipped courses anew."""

import argparse
from typing import Any

from zaria.courses.claims import DEEPER_NODES, DEEPER_PLIES, computed, fault
from zaria.courses.course import CourseBoard
from zaria.courses.shipped_courses import claims, course, games_with_courses
from zaria.usage import UsageError

ALL = "all"


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `courses` commands to the `zaria` parser."""
    parser = sub.add_parser("courses", help="check the claims of courses")
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", parser_class=type(parser)
    )
    checking = commands.add_parser("check", help="compute the claims of courses anew")
    checking.add_argument("game", metavar="GAME", nargs="?", default=ALL, help="one course (default all)")
    checking.add_argument(
        "--deeper", action="store_true", help="look ahead one ply more, or search four times as much"
    )
    checking.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Print each fault and a line of totals a game; 1 if a claim is untrue, else 0."""
    if args.game not in (ALL, *games_with_courses()):
        raise UsageError(f"{args.game!r} has no course; there are: {', '.join(games_with_courses())}")
    failed = 0
    for game in games_with_courses() if args.game == ALL else [args.game]:
        boards = course(game).boards
        faults = [f"{board.id}: {wrong}" for board in boards if (wrong := _fault(board, deeper=args.deeper))]
        failed += len(faults)
        print(*faults, f"{game}: {len(boards)} checked, {len(faults)} failed", sep="\n", flush=True)
    return 1 if failed else 0


def _fault(board: CourseBoard, *, deeper: bool) -> str:
    """Return what is untrue of a claim, "" if nothing; a deeper look has other values, so only its answer."""
    if deeper:
        return fault(board, computed(board, plies=DEEPER_PLIES, nodes=DEEPER_NODES))
    return fault(board, computed(board), shipped=claims(board.game)[board.id])
