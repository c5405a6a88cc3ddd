"""`zaria puzzles find|check`: find puzzles by self-play or in matches, and prove them again."""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zaria.cli.convert import body_of, read_match
from zaria.puzzles import shipped
from zaria.puzzles.check import check
from zaria.puzzles.puzzle import InvalidPuzzleError, Puzzle, read_file
from zaria.puzzles.run import MOST_JOBS, GameTotals, PuzzleSearch, Record
from zaria.puzzles.validation import GAMES
from zaria.records.errors import InvalidRecordError
from zaria.usage import UsageError

ALL = "all"
LONGEST = 10_000.0
"""Minutes of a search at most: a week."""


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `puzzles` commands to the `zaria` parser."""
    parser = sub.add_parser("puzzles", help="find puzzles, and prove them again")
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", parser_class=type(parser)
    )
    finding = commands.add_parser("find", help="find puzzles by self-play, or in matches")
    finding.add_argument("game", metavar="GAME", help=f"an identifier from `zaria games`, or {ALL}")
    finding.add_argument("--minutes", type=float, default=10.0, help="how long to search (default 10)")
    finding.add_argument(
        "--out", type=Path, required=True, help="the folder of the files GAME.jsonl, which are continued"
    )
    finding.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    finding.add_argument("--jobs", type=int, default=1, help="processes that search at once (default 1)")
    finding.add_argument(
        "--match", type=Path, action="append", default=[], help="a match to search in place of self-play"
    )
    finding.set_defaults(run=run_find)
    checking = commands.add_parser("check", help="prove puzzles again")
    checking.add_argument(
        "source", metavar="GAME|FILE", nargs="?", default=ALL, help="shipped puzzles (default all), or a file"
    )
    checking.add_argument(
        "--deeper", action="store_true", help="look ahead one ply more, roll out or search four times as much"
    )
    checking.add_argument("--sample", type=int, default=0, help="check only every so manieth puzzle")
    checking.set_defaults(run=run_check)


def run_find(args: argparse.Namespace) -> int:
    """Print each puzzle found, then a line of totals a game; raises `UsageError` for impossible wishes."""
    names = GAMES if args.game == ALL else (_game(args.game),)
    if not 0 < args.minutes <= LONGEST or not 1 <= args.jobs <= MOST_JOBS or args.seed < 0:
        raise UsageError(
            f"search for up to {LONGEST:.0f} minutes, with 1 to {MOST_JOBS} jobs and a seed of 0 or more"
        )
    if not args.out.is_dir():
        raise UsageError(f"{args.out} is no folder")
    records = [_record(path, args.game) for path in args.match]
    try:
        search = PuzzleSearch(names, args.out, args.seed, records, _print_puzzle)
        totals = search.run(args.minutes, args.jobs)
    except (InvalidPuzzleError, OSError) as error:
        raise UsageError(f"{args.out}: {error}") from error
    for name, of_game in totals.items():
        if of_game.played:
            print(_totals_line(name, of_game))
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Print each fault and a line of totals a game; 1 if a puzzle failed, else 0."""
    if args.sample < 0:
        raise UsageError("a sample is every puzzle (1), every second (2) and so on")
    checked: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    for number, puzzle in enumerate(_puzzles(args.source)):
        if args.sample and number % args.sample:
            continue
        result = check(puzzle, deeper=args.deeper)
        checked[puzzle.game] += 1
        seconds[puzzle.game] = seconds.get(puzzle.game, 0.0) + result.seconds
        if result.fault:
            failed[puzzle.game] += 1
            print(f"{puzzle.game} {puzzle.id}: {result.fault}", flush=True)
    for game, count in checked.items():
        print(f"{game}: {count} checked, {failed[game]} failed, {seconds[game] / count:.1f} s each")
    print(f"{checked.total()} checked, {failed.total()} failed")
    return 1 if failed else 0


def _game(name: str) -> str:
    if name not in GAMES:
        raise UsageError(f"{name!r} is no game with puzzles; there are: {', '.join(GAMES)}")
    return name


def _record(path: Path, game: str) -> Record:
    try:
        return read_match(body_of(str(path)), None, str(path), [] if game == ALL else [game])
    except InvalidRecordError as error:
        raise UsageError(f"{path}: {error}") from error


def _print_puzzle(puzzle: Puzzle, totals: GameTotals) -> None:
    print(f"{puzzle.game} {puzzle.id} {puzzle.question} {puzzle.rating} ({len(totals.file.ids)})", flush=True)


def _totals_line(name: str, totals: GameTotals) -> str:
    counts = totals.counts
    seconds_each = totals.seconds / totals.added if totals.added else 0.0
    return (
        f"{name}: {totals.played} games, {counts['seen']} decisions, {counts['candidates']} candidates, "
        f"{counts['deeper']} kept by lookahead, {counts['proven']} proven, {totals.added} added, "
        f"{totals.seconds:.0f} s, {seconds_each:.1f} s each"
    )


def _puzzles(source: str) -> Iterator[Puzzle]:
    """Yield the puzzles of all games, of one, or of a file; raises `UsageError`."""
    try:
        if source == ALL or source in GAMES:
            for game in GAMES if source == ALL else (source,):
                yield from shipped.load(game)
        else:
            yield from read_file(Path(source))
    except (InvalidPuzzleError, OSError) as error:
        raise UsageError(f"{source}: {error}") from error
