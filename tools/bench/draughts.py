"""Measure the strength of the draughts engine, in bounded time.

    python -m tools.bench.draughts speed [--seconds 1]
    python -m tools.bench.draughts ladder GAME [--depths 1,2,4,6,8] [--games 100]
    python -m tools.bench.draughts timed GAME [--seconds 1] [--depths 4,6,8] [--games 20]
    python -m tools.bench.draughts python GAME [--seconds 0.1] [--games 40]
    python -m tools.bench.draughts judges GAME [--against dame] [--seconds 1] [--depth N] [--games 20]
    python -m tools.bench.draughts weights GAME FILE [--ours FILE] [--nodes 2000] [--games 400]
    python -m tools.bench.draughts studies [--seconds 2]

`ladder` plays each depth against the one before; `timed` so long a move against each depth; `python` plays
the search in Python with 20 000 positions a move; `judges` plays another program (dame-rs, py-draughts'
turbo or simple, Scan), which has as long as ours or looks N deep; `weights` plays what is shipped against
another file ("material" for none); `studies` counts the wins of tests/data/draughts_studies.toml that are
found in time. Openings are a few moves by chance, each played twice with sides changed, and games end by the
rules or are called draws after 200 plies. Printed are wins, draws and losses, the score, and Elo with its
standard error; `speed` is by processor time.
"""

import argparse
import math
import time
import tomllib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from tools.bench import draughts_opponents
from tools.bench.lookahead import Lookahead
from tools.fit.draughts import NAMES

from zaria import games
from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.engine import DraughtsEngine
from zaria.bots.squares.engine import Limits, SquaresEngine
from zaria.games.board_games import BoardPosition
from zaria.games.draughts.game import DraughtsGame

SECONDS = {"speed": 1.0, "timed": 1.0, "judges": 1.0, "studies": 2.0}
"""For each position or move, where it is not 0.1."""
LONG = 200
"""Plies after which a game is called a draw."""

Player = Callable[[BoardPosition], str]
"""Answers a position with a move."""


def searching(engine: SquaresEngine, limits: Limits) -> Player:
    """One of our engines as a player."""
    return lambda position: engine.lines(position, limits)[0].move


def known(name: str) -> DraughtsGame:
    """A game by its name."""
    game = games.board_game(name)
    assert isinstance(game, DraughtsGame)
    return game


def opening(game: DraughtsGame, chance: Random) -> BoardPosition:
    """A position a few moves by chance from the start, in which the game goes on."""
    while True:
        position: BoardPosition = game.start()
        for _ in range(chance.randrange(4, 9)):
            if position.outcome() is None:
                position = position.move(chance.choice(list(position.legal_moves())).move)
        if position.outcome() is None:
            return position


def played(position: BoardPosition, players: Sequence[Player]) -> float:
    """Return what light gets from a game: 1, ½ or 0; light is the first player."""
    while (outcome := position.outcome()) is None and position.plies < LONG:
        position = position.move(players[position.turn](position))
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == 0 else 0.0


def match(game: DraughtsGame, player: Player, opponent: Player, count: int, seed: int) -> list[float]:
    """Return what the first player gets from so many games."""
    chance, results = Random(seed), []
    for _ in range((count + 1) // 2):
        position = opening(game, chance)
        results += [played(position, (player, opponent)), 1 - played(position, (opponent, player))]
    return results


def elo(score: float) -> float:
    """The difference of strength that gives a score."""
    score = min(0.999, max(0.001, score))
    return -400 * math.log10(1 / score - 1)


def summary(results: list[float]) -> str:
    """A row of figures."""
    n = len(results)
    score = sum(results) / n
    pairs = [(a + b) / 2 for a, b in zip(results[::2], results[1::2], strict=True)]
    error = math.sqrt(sum((pair - score) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))
    spread = (elo(score + error) - elo(score - error)) / 2
    counts = "/".join(str(results.count(result)) for result in (1.0, 0.5, 0.0))
    share = f"{100 * score:.1f} % ± {100 * error:.1f}"
    return f"{n} games +/=/- {counts}, {share}, Elo {elo(score):+.0f} ± {spread:.0f}"


def speed(args: argparse.Namespace) -> None:
    """Positions looked at in a second, from the start and a few moves on."""
    for name in NAMES:
        game = known(name)
        began = time.perf_counter()
        engine = DraughtsEngine(game)
        engine.lines(game.start(), Limits(nodes=1))
        ready = time.perf_counter() - began
        seen = seconds = depth = 0.0
        for seed in range(5):
            pad = engine.pad()
            position = opening(game, Random(seed))
            began = time.process_time()
            depth += engine.lines(position, Limits(seconds=args.seconds), pad=pad)[0].depth
            seconds += time.process_time() - began
            seen += pad.state.nodes
        mean = f"mean depth {depth / 5:.1f}, ready in {ready:.3f} s"
        print(f"{name}: {seen / seconds / 1e6:.2f} M nodes/s, {mean}", flush=True)


def ladder(args: argparse.Namespace) -> None:
    """Each depth against the one before."""
    game = known(args.game)
    engine = DraughtsEngine(game)
    depths = [int(depth) for depth in args.depths.split(",")]
    for low, high in pairwise(depths):
        deeper, shallower = searching(engine, Limits(depth=high)), searching(engine, Limits(depth=low))
        results = match(game, deeper, shallower, args.games, args.seed)
        print(f"{game.id}: depth {high} against {low}: {summary(results)}", flush=True)


def timed(args: argparse.Namespace) -> None:
    """So many seconds a move against fixed depths."""
    game = known(args.game)
    engine = DraughtsEngine(game)
    for depth in args.depths.split(","):
        ours = searching(engine, Limits(seconds=args.seconds))
        opponent = searching(engine, Limits(depth=int(depth)))
        results = match(game, ours, opponent, args.games, args.seed)
        print(f"{game.id}: {args.seconds} s a move against depth {depth}: {summary(results)}", flush=True)


def python(args: argparse.Namespace) -> None:
    """Against the search in Python."""
    game = known(args.game)
    ours = searching(DraughtsEngine(game), Limits(seconds=args.seconds))
    opponent = searching(Lookahead("draughts"), Limits(nodes=20_000))
    results = match(game, ours, opponent, args.games, args.seed)
    print(
        f"{game.id}: {args.seconds} s a move against the search in Python, 20 000 nodes: {summary(results)}"
    )


def judges(args: argparse.Namespace) -> None:
    """Against another program."""
    game = known(args.game)
    if game.id not in draughts_opponents.GAMES[args.against]:
        raise SystemExit(f"{args.against} does not play {game.id}")
    ours = searching(DraughtsEngine(game), Limits(seconds=args.seconds))
    try:
        opponent = draughts_opponents.opponent(args.against, game, args.seconds, args.depth)
    except draughts_opponents.MissingEngineError as error:
        raise SystemExit(str(error)) from None
    results = match(game, ours, opponent, args.games, args.seed)
    bound = "as long" if args.depth is None else f"depth {args.depth}"
    print(f"{game.id}: {args.seconds} s a move against {args.against}, {bound}: {summary(results)}")


def weights(args: argparse.Namespace) -> None:
    """Return what is shipped against other weights."""
    game = known(args.game)
    options = game.options
    if args.file == "material":
        opponent_weights = files.material(options)
    else:
        opponent_weights = files.read(Path(args.file), game.id, options)
    ours = files.read(Path(args.ours), game.id, options) if args.ours else None
    limits = Limits(nodes=args.nodes)
    results = match(
        game,
        searching(DraughtsEngine(game, ours), limits),
        searching(DraughtsEngine(game, opponent_weights), limits),
        args.games,
        args.seed,
    )
    print(f"{game.id}: {args.ours or 'shipped'} against {args.file}, {args.nodes} nodes: {summary(results)}")


def studies(args: argparse.Namespace) -> None:
    """The wins found of those that the tests know."""
    file = Path(__file__).resolve().parents[2] / "tests" / "data" / "draughts_studies.toml"
    every = tomllib.loads(file.read_text())["study"]
    engines = {name: DraughtsEngine(known(name)) for name in {study["game"] for study in every}}
    solved = 0
    for study in every:
        engine = engines[study["game"]]
        lines = engine.lines(
            games.board_game(study["game"]).parse(study["position"]), Limits(seconds=args.seconds)
        )
        solved += lines[0].move in study["moves"]
    print(f"studies: {solved} of {len(every)} wins found, {args.seconds} s each")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    modes = parser.add_subparsers(required=True)
    for action in (speed, ladder, timed, python, judges, weights, studies):
        mode = modes.add_parser(action.__name__)
        mode.set_defaults(action=action)
        mode.add_argument("--seed", type=int, default=1)
        mode.add_argument("--games", type=int, default=100)
        mode.add_argument("--seconds", type=float, default=SECONDS.get(action.__name__, 0.1))
        mode.add_argument("--nodes", type=int, default=2000)
        if action not in (speed, studies):
            mode.add_argument("game", choices=NAMES)
        if action in (ladder, timed):
            mode.add_argument("--depths", default="1,2,4,6,8")
        if action is judges:
            mode.add_argument("--against", choices=list(draughts_opponents.GAMES), default="dame")
            mode.add_argument("--depth", type=int)
        if action is weights:
            mode.add_argument("file")
            mode.add_argument("--ours")
    args = parser.parse_args()
    args.action(args)


if __name__ == "__main__":
    main()
