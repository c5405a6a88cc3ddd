"""Pruning nets: `python -m tools.bench.pruning loss GAME…`, `… speed [GAME…] --ply 2`, `… turns --ply 2`.

`loss` surveys fresh rolls of each game: how often the best result is pruned, and what that loses at 0 plies.
`speed` times turns with and without pruning, and `turns` has gnubg's 2-ply judge those of backgammon that
differ; both ask the two engines in turn.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

from msgspec.structs import replace
from tools.bench.strength.boards import board_of
from tools.bench.strength.games import above_nought
from tools.bench.strength.gnubg import Gnubg
from tools.bench.strength.players import Ours

from zaria import games
from zaria.bots.tables import Engine, weights
from zaria.bots.tables.training import pruning_run
from zaria.games.protocols import DiceGame, Position

GAMES = sorted(path.stem for path in weights.FOLDER.glob("*.net"))
"""The games with a net of their own."""


def loss(options: argparse.Namespace) -> None:
    """Print the table of loss of each game."""
    print("| game | keeps | best missed | millipoints lost a roll | results kept | rolls |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in options.games or GAMES:
        card = weights.read(weights.shipped(name)).card.pruning
        for row in pruning_run.survey(games.dice_game(name), weights.shipped(name), options.seed):
            is_shipped = card is not None and (row.most, row.margin) == (card.most, card.margin)
            mark = "**" if is_shipped else ""
            print(
                f"| {name} | {mark}{row.most} within {row.margin:.2f}{mark} | {100 * row.missed:.1f} % | "
                f"{1000 * row.lost:.2f} | {row.stayed:.1f} of {row.results:.1f} | {row.rolls} |",
                flush=True,
            )


def engines(game: DiceGame, folder: Path) -> tuple[Engine, Engine]:
    """Return the engine of a game with its pruning net, and the same without it."""
    file = weights.read(weights.shipped(game.id), game.id)
    plain = folder / f"{game.id}.net"
    weights.write(plain, replace(file.card, pruning=None), file.phases)
    pair = Engine(game, weights.shipped(game.id)), Engine(game, plain)
    for engine in pair:
        engine.prepare()
    return pair


def rolled_positions(game: DiceGame, engine: Engine, count: int, seed: int) -> list[Position]:
    """Return positions with a roll from games of the engine at 0 plies, every third one."""
    chance, positions = random.Random(seed), list[Position]()
    position, stage = game.start(), 0
    while len(positions) < count:
        if position.outcome() is not None:
            position = game.start()
        if position.duty is None:
            position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
            if stage % 3 == 0 and len(position.turns()) > 1:
                positions.append(position)
            stage += 1
        position = position.play(engine.ranked(position, 0, 1)[0].turn)
    return positions


def speed(options: argparse.Namespace) -> None:
    """Print turns a second with and without pruning."""
    with tempfile.TemporaryDirectory() as folder:
        for name in options.games or ["backgammon"]:
            game = games.dice_game(name)
            pair = engines(game, Path(folder))
            spent, answered, agreed = [0.0, 0.0], 0, 0
            for position in rolled_positions(game, pair[0], options.count, options.seed):
                turns = []
                for place, engine in enumerate(pair):
                    began = time.thread_time()
                    turns.append(engine.ranked(position, options.ply, 1)[0].turn)
                    spent[place] += time.thread_time() - began
                answered += 1
                agreed += turns[0] == turns[1]
                if sum(spent) > options.seconds:
                    break
            pruned, plain = (answered / seconds for seconds in spent)
            print(
                f"{name} {options.ply}-ply: {pruned:.1f} turns/s with pruning, {plain:.1f} without: "
                f"× {pruned / plain:.2f}; the same turn in {agreed} of {answered}",
                flush=True,
            )


def turns(options: argparse.Namespace) -> None:
    """Print by how much the turns with pruning are worse in backgammon in the eyes of gnubg's 2-ply."""
    game, deep, differences = games.dice_game("backgammon"), Gnubg(2), list[float]()
    spent = 0.0
    with tempfile.TemporaryDirectory() as folder:
        pair = engines(game, Path(folder))
        for position in rolled_positions(game, pair[0], options.count, options.seed):
            began = time.thread_time()
            ends = [Ours(engine, options.ply).play(position) for engine in pair]
            is_same = board_of(ends[0]) == board_of(ends[1])
            differences.append(0.0 if is_same else deep.after(ends[0]) - deep.after(ends[1]))
            spent += time.thread_time() - began
            if spent > options.seconds:
                break
    changed = sum(difference != 0 for difference in differences)
    print(
        f"{options.ply}-ply with pruning: {_mean(differences)} millipoints a decision beside that without; "
        f"another turn in {changed} of {len(differences)}"
    )


def _mean(values: Sequence[float]) -> str:
    """Return the mean in millipoints with its standard error."""
    error = stdev(values) / len(values) ** 0.5
    return f"{1000 * fmean(values):+.3f} ± {1000 * error:.3f}"


def main() -> None:
    """Run the command that is named."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.pruning", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for command in (loss, speed, turns):
        sub = commands.add_parser(command.__name__, help=command.__doc__)
        if command is not turns:
            sub.add_argument(
                "games", nargs="*", metavar="GAME", help="games with a net (default: all, backgammon)"
            )
        sub.add_argument("--seed", type=int, default=1)
        sub.add_argument("--ply", type=int, default=2)
        sub.add_argument("--count", type=int, default=300, help="positions at most")
        sub.add_argument("--seconds", type=above_nought, default=60.0, help="for each game at most")
        sub.set_defaults(run=command)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
