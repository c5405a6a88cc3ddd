"""Measure the engines of games with dice beside gnubg, Open Sage and the heuristic player.

`games` plays the rows of docs/measurements/strength.md, `positions` makes the benchmark positions,
`benchmark` measures an engine on them, `errors` analyses matches, `differences` compares it with gnubg at 2
plies where their turns differ, `away` measures how much can be won from
the heuristic player, `cubed` what our master wins from it with the cube, `speed` measures times. Everything
is bounded by --games, --matches, --decisions and --minutes, and a --seed repeats a run exactly.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from tools.bench.strength import benchmark, cubed, rows, speed
from tools.bench.strength.away import given_away
from tools.bench.strength.differences import PEER, REFERENCE, Comparison, compare
from tools.bench.strength.errors import POINTS, Graded, grade
from tools.bench.strength.games import Fortune, Mean, Tally, above_nought, series
from tools.bench.strength.gnubg import Gnubg, Luck, MissingEngineError
from tools.bench.strength.players import AtLevel, ByHand, OurLuck, Ours, Player
from tools.bench.strength.rows import Request, Row
from tools.bench.strength.sage import Sage

from zaria import games as presets
from zaria.bots import levels
from zaria.bots.tables.weights import InvalidNetError
from zaria.games.protocols import DiceGame

LEVELS = {levels.bot_id(level): level for level in levels.LEVELS}
"""The programs that play at a level, by name."""
SECONDS = 1.0
"""For which a level may think about a turn in `errors`, if nothing is said."""
TELL_EVERY = 20.0
"""Seconds between lines of progress."""


def printer(row_name: str) -> Callable[[Tally], None]:
    """Return a function that prints the score of a row, at most every `TELL_EVERY` seconds."""
    last = time.monotonic()

    def tell(tally: Tally) -> None:
        nonlocal last
        if time.monotonic() - last > TELL_EVERY:
            last = time.monotonic()
            earned = f", luck off {tally.earned}" if str(tally.earned) != str(tally.points) else ""
            print(f"  … {row_name}: {tally}{earned}", file=sys.stderr, flush=True)

    return tell


def fortune(game: DiceGame, players: tuple[Player, Player]) -> Fortune | None:
    """Return who tells the luck: gnubg where it knows the game, else our engine if it has a net."""
    if game.id == "backgammon":
        return Luck()
    ours = next((player.engine for player in players if isinstance(player, Ours)), None)
    return OurLuck(ours) if ours is not None and ours.name != "plain" else None


def play(row: Row, request: Request, options: argparse.Namespace) -> None:
    """Play one row and print it."""
    first, second = row.seat(request)
    luck = fortune(row.game, (first, second)) if options.luck else None
    tally = series(
        row.game, first, second, options.games, options.minutes, options.seed, luck, printer(row.name)
    )
    pace = tally.games / max(tally.spent, 1e-9)
    print(f"{row.name:14} {first.name} against {second.name}, {row.game.id}")
    print(f"{'':14} {tally}; {pace:.1f} games/s", flush=True)
    if luck is not None:
        print(f"{'':14} with the luck taken off {tally.earned}", flush=True)


def known(options: argparse.Namespace, names: Iterable[str]) -> None:
    """End the program if a requested row is not among these."""
    odd = set(options.only or ()) - set(names)
    if odd == {"generations"}:
        sys.exit("strength: generations are measured with --net NEW --old OLD --game GAME")
    if odd:
        sys.exit(f"strength: no row {', '.join(sorted(odd))}; there are {', '.join(names)}")


def games(options: argparse.Namespace) -> None:
    """Play the requested rows; name and skip a row whose opponent is not installed."""
    request = Request(options.ply, options.net, options.old, options.game)
    every = rows.every(request)
    known(options, [row.name for row in every])
    for row in every:
        if options.only and row.name not in options.only:
            continue
        try:
            play(row, request, options)
        except MissingEngineError as error:
            print(f"{row.name:14} not played: {error}", flush=True)


def positions(options: argparse.Namespace) -> None:
    """Make the yardstick; some three minutes."""

    def tell(count: int) -> None:
        if count % 200 == 0:
            print(f"  … {count} positions", file=sys.stderr, flush=True)

    cases = benchmark.make(options.positions, options.seed, tell)
    benchmark.save(cases)
    print(f"{len(cases)} positions in {benchmark.FILE}: {benchmark.FILE.stat().st_size / 1024:.0f} KB")


def measure(options: argparse.Namespace) -> None:
    """Lay the yardstick on our engine, gnubg at 0 and 1 ply, Open Sage and the hand-made player."""
    if not benchmark.FILE.exists():
        positions(options)
    cases = benchmark.load()[: options.positions]
    engine = rows.engine(presets.dice_game("backgammon"), options.net)
    makers: dict[str, Callable[[], Player]] = {
        "ours": lambda: Ours(engine, options.ply),
        "gnubg": lambda: Gnubg(0),
        "gnubg-1": lambda: Gnubg(1),
        "sage": Sage,
        "plain": ByHand,
    }
    known(options, makers)
    print(f"{len(cases)} decisions, millipoints lost each as gnubg's 2-ply sees it (how many were errors)")
    for name, maker in makers.items():
        if options.only and name not in options.only:
            continue
        try:
            player = maker()
        except MissingEngineError as error:
            print(f"{name:10} not measured: {error}")
            continue
        began = time.perf_counter()
        lost = benchmark.losses(cases, player.play)
        rates = benchmark.rates(cases, lost)
        parts = "  ".join(
            f"{kind} {r.loss:.2f} ± {r.error:.2f} ({100 * r.wrong:.0f} %)" for kind, r in rates.items()
        )
        print(f"{player.name:18} {parts}  in {time.perf_counter() - began:.1f} s", flush=True)
        for worst in sorted(range(len(cases)), key=lost.__getitem__, reverse=True)[: options.worst]:
            print(benchmark.description(cases[worst], player.play))
    if not options.only or "ours" in options.only:
        wins, points, hope = benchmark.astray(cases, lambda position: engine.evaluate(position, options.ply))
        print(
            f"our evaluations beside gnubg's 2-ply, rms: win chance {wins:.4f}, equity {points:.4f};", end=" "
        )
        print(f"mean of the equity {hope:+.4f}")


def graded(options: argparse.Namespace) -> None:
    """Return what our engine or a level loses a decision against gnubg's 0-ply, in the eyes of its 2-ply."""

    def tell(so_far: Graded) -> None:
        print(
            f"  … {len(so_far.matches)} matches: {so_far.player} ours, {so_far.gnubg} gnubg's",
            file=sys.stderr,
            flush=True,
        )

    player: Player
    if options.level:
        player = AtLevel(LEVELS[options.level], str(options.seed), options.seconds or SECONDS)
    else:
        player = rows.ours(presets.dice_game("backgammon"), Request(options.ply, options.net))
    result = grade(player, options.matches, options.minutes, options.seed, tell)
    print(f"{len(result.matches)} matches to {POINTS} points, {sum(result.matches)} won by {player.name}")
    print("millipoints a decision that gnubg's 2-ply sees lost:")
    print(f"  {player.name:24}{result.player} over {result.player.count}")
    print(f"  {'gnubg 0-ply':24}{result.gnubg} over {result.gnubg.count}")
    print(f"  more at the same decisions {result.same} over {result.same.count}", flush=True)


def differences(options: argparse.Namespace) -> None:
    """Print what the turns of our engine gain on those of gnubg's 2-ply in the eyes of its 3-ply."""
    last = time.monotonic()

    def tell(so_far: Comparison) -> None:
        nonlocal last
        if time.monotonic() - last > TELL_EVERY:
            last = time.monotonic()
            print(f"  … {so_far}", file=sys.stderr, flush=True)

    player = rows.ours(presets.dice_game("backgammon"), Request(options.ply, options.net))
    result = compare(player, options.decisions, options.minutes, options.seed, tell)
    print(f"{player.name} beside gnubg {PEER}-ply, judged by gnubg {REFERENCE}-ply: {result}", flush=True)


def away(options: argparse.Namespace) -> None:
    """Return what the hand-made player gives away a game to our engine, in its own eyes."""
    last = time.monotonic()

    def tell(so_far: Mean) -> None:
        nonlocal last
        if time.monotonic() - last > TELL_EVERY:
            last = time.monotonic()
            print(f"  … {so_far.count} games: {so_far}", file=sys.stderr, flush=True)

    game, hand = presets.dice_game(options.game), ByHand()
    player = rows.ours(game, Request(options.ply, options.net))
    result = given_away(game, player, hand, options.games, options.minutes, options.seed, tell)
    print(f"{game.id}: {hand.name} gives away {result} points a game to {player.name}, {result.count} games")


def with_cube(options: argparse.Namespace) -> None:
    """Return what our master wins a game from the hand-made player where the cube is agreed on."""
    level = options.level or levels.bot_id(levels.LEVELS[-1])
    result = cubed.series(options.game, level, options.games, options.minutes, options.seed, options.seconds)
    print(f"{options.game}: {level} wins {result} points a game with the cube, {2 * result.count} games")


def timed(options: argparse.Namespace) -> None:
    """Speed beside gnubg's, and how soon the first move of every game comes."""
    engine = rows.engine(presets.dice_game("backgammon"), options.net)
    positions = speed.positions(options.positions, options.seed)
    print(f"{'':24}{'ours, a second':>16}{'gnubg':>12}{'ratio':>8}")
    engine.prepare()
    for label, paced in (("evaluations", speed.evaluations), ("turns", speed.turns)):
        for ply in range(3):
            pace = paced(engine, ply, positions, options.minutes * 4)
            print(
                f"{label + ', ':14}{ply}-ply    {pace.ours:16.1f}{pace.peer:12.1f}{pace.ratio:8.2f}",
                flush=True,
            )
    print("first move after a start: seconds, and those the processor worked")
    for name in presets.names():
        start = speed.first_move(name)
        print(f"  {name:22}{start.waited:6.2f}{start.worked:6.2f}", flush=True)


PARTS = {
    "games": games,
    "positions": positions,
    "benchmark": measure,
    "errors": graded,
    "differences": differences,
    "away": away,
    "cubed": with_cube,
    "speed": timed,
}
MINUTES = {"errors": 20.0, "differences": 20.0}


def main() -> int | str:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="?", choices=PARTS, default="games")
    parser.add_argument("--only", action="append", metavar="ROW", help="only this row (again for more)")
    parser.add_argument("--games", type=above_nought, default=5_000, help="at most so many games a row")
    parser.add_argument(
        "--minutes", type=float, help="at most so long a row (usually 3, for `errors` and `differences` 20)"
    )
    parser.add_argument(
        "--matches", type=above_nought, default=100, help="at most so many matches, for `errors`"
    )
    parser.add_argument(
        "--decisions", type=above_nought, default=1_000, help="at most so many decisions, for `differences`"
    )
    parser.add_argument(
        "--ply", type=int, default=0, help="how deep our engine looks where the row leaves it open"
    )
    parser.add_argument(
        "--luck",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="take the luck off as gnubg (elsewhere our net) sees it: slower, a tenth of the error",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--net", type=Path, help="a net file instead of the one that ships")
    parser.add_argument("--old", type=Path, help="an older net file for the row `generations`")
    parser.add_argument("--game", default="backgammon", help="that of `generations`, `away` and `cubed`")
    parser.add_argument(
        "--level",
        choices=LEVELS,
        help="the player of `cubed` (usually the master) and of `errors` (usually our engine)",
    )
    parser.add_argument("--seconds", type=float, help="how long a level may think a turn")
    parser.add_argument("--worst", type=int, default=0, help="show so many of the worst errors (`benchmark`)")
    parser.add_argument(
        "--positions", type=above_nought, default=benchmark.POSITIONS, help="how many to make or use"
    )
    options = parser.parse_args()
    options.minutes = options.minutes or MINUTES.get(options.part, 3.0)
    try:
        PARTS[options.part](options)
    except (InvalidNetError, OSError) as error:
        return f"strength: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
