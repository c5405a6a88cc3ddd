"""Records decisions with the values of their choices, for `tests/data/fair_play/GAME.jsonl.xz`.

    python -m tools.generate.fair_play_decisions backgammon --games 20 > backgammon.jsonl

Two experts (level 4) play each other. Each line is a decision with two choices at least: what each of the
best choices loses against the best of the analysis (`DEPTH`), in ten-thousandths, how well its idea is hidden
in per cent (`zaria.bots.levels.lapses`), the place of the one that the master takes, and how many choices
there are. An empty line begins a game. Compress the file with `xz -9`.
"""

import argparse
import sys
from random import Random

import msgspec

from zaria import games
from zaria.bots import levels, tables
from zaria.bots.analysis import turns
from zaria.bots.analysis.settings import SETTINGS
from zaria.bots.analysis.shape import Depth
from zaria.bots.levels.lapses import hidden
from zaria.bots.player import ThinkRequest
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.squares.registry import engine_for
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.protocols import DiceGame, Position

DEPTH: Depth = "deep"
MOST = 16, 6
"""Choices that are kept: with dice, and in board games."""
LEVEL = 4
LONGEST = 160
"""Moves of a board game after which it is broken off."""


def main() -> None:
    """Write the decisions of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for number in range(options.games):
        chance = Random(f"{options.game} {options.seed} {number}")
        rules = games.get(options.game)
        print(flush=True)
        if rules.kind == "dice":
            _with_dice(games.dice_game(options.game), chance)
        else:
            _on_squares(games.board_game(options.game), chance)


def _with_dice(rules: DiceGame, chance: Random) -> None:
    position: Position = rules.start(chance.randrange(2))
    opening = True
    while position.outcome() is None:
        if position.duty is None:
            dice = chance.randrange(1, 7), chance.randrange(1, 7)
            if opening and dice[0] == dice[1]:
                continue
            opening = False
            position = position.rolled(dice)
        if len(position.turns()) > 1:
            _dice_decision(position, chance)
        request = ThinkRequest(chance.getrandbits(63))
        position = position.play(levels.WITH_DICE[LEVEL].think(position, request).choice)


def _dice_decision(position: Position, chance: Random) -> None:
    engine = tables.engine_for(position.game)
    classes = position.game.classes

    def equity_of(chances: OutcomeProbabilities) -> float:
        return chances.equity(classes)

    best = levels.WITH_DICE[5].think(position, ThinkRequest()).choice
    choices, _ = turns.choices(engine, equity_of, SETTINGS[DEPTH], position, best)
    choices.sort(key=lambda choice: -choice.equity)
    by_moves = {turn.moves: turn for turn in position.turns()}
    _write(
        [choices[0].equity - choice.equity for choice in choices],
        [hidden(by_moves.get(choice.moves, best)) for choice in choices],
        next(place for place, choice in enumerate(choices) if choice.played),
        MOST[0],
        len(choices),
    )


def _on_squares(rules: BoardGame, chance: Random) -> None:
    position: BoardPosition = rules.start()
    while position.outcome() is None and position.plies < LONGEST:
        ways = position.legal_moves()
        if len(ways) > 1:
            engine = engine_for(position.game)
            lines = engine.lines(position, SETTINGS[DEPTH].limits, MOST[1])
            values = [engine.chance(line.value) for line in lines]
            move = levels.ON_SQUARES[5].think(position, ThinkRequest()).choice
            moves = [line.move for line in lines]
            quiet = {way.move for way in ways if not way.captures}
            place = moves.index(move) if move in moves else len(moves) - 1
            losses = [values[0] - value for value in values]
            _write(losses, [float(candidate in quiet) for candidate in moves], place, MOST[1], len(ways))
        request = ThinkRequest(chance.getrandbits(63))
        position = position.move(levels.ON_SQUARES[LEVEL].think(position, request).choice)


def _write(losses: list[float], depths: list[float], master: int, most: int, ways: int) -> None:
    count = max(master + 1, min(most, len(losses)))
    row = [
        [round(10_000 * loss) for loss in losses[:count]],
        [round(100 * depth) for depth in depths[:count]],
    ]
    sys.stdout.write(msgspec.json.encode([*row, master, ways]).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
