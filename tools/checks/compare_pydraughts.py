"""Play random games of draughts by our rules and by pydraughts': both find the same moves at every ply.

What is legal is left to the package: its boards and pieces find the moves and say where a capture goes on,
its `Game.legal_moves` drops those that its rules forbid, and its `Game.push` plays them. Only
`Game.get_moves` is replaced. It builds a whole game, with four texts of the position, for every move that
can be begun, to see whether the move is over; here a move without a capture is over, and captures are tried
on a copy of the board alone. That is ten to twenty times faster; `--long-way` asks the package as it is, too,
and both ways must find the same.

Giveaway has the moves of Russian draughts. No drawing rule is applied: a game lasts until nobody can move or
for `--plies`.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from draughts.core.board import Board
from draughts.core.game import WHITE, Game

from zaria import games
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition

VARIANTS = {
    "russian-draughts": "russian",
    "giveaway": "russian",
    "english-draughts": "english",
    "draughts": "standard",
}
PLIES = 150
"""Plies after which a random game is left."""
PROGRESS_SECONDS = 20

Jumps = list[list[int]]
"""A move of the package: from and to of each jump."""
MoveKey = tuple[str, str, tuple[str, ...]]
"""From, to and what is captured, by name."""


class DifferenceError(AssertionError):
    """The two find different moves; says where and which."""


class Played(NamedTuple):
    """The length of a random game, and whether it came to its end."""

    plies: int
    ended: bool
    captures: int
    """Moves that captured, of all that were compared."""


class ShortWay(Game):  # type: ignore[misc]  # the library has no types
    """A game of the package that finds its moves faster; see the module."""

    def get_moves(self) -> tuple[list[Jumps], list[list[int | None]]]:
        """Moves that can be begun, each played to its end, and what they capture."""
        sequences = list(_played_out(self.board, self._not_added_capture))
        return [jumps for jumps, _ in sequences], [captured for _, captured in sequences]


def _played_out(board: Board, captured: list[int]) -> Iterator[tuple[Jumps, list[int | None]]]:
    jumps = board.get_possible_capture_moves(captured)
    for jump in jumps:
        after = Board(board.variant, _text(board))
        _, taken = after.push_move(jump, 1, captured)
        if after.player_turn != board.player_turn:
            yield [jump], [taken]
            continue
        for continuation, more in _played_out(after, [*captured, taken]):
            yield [jump, *continuation], [taken, *more]
    if not jumps:
        for step in board.get_possible_positional_moves():
            yield [step], [None]


def _text(board: Board) -> str:
    """The position as the package's boards read it."""
    squares = ["e"] * board.position_count
    for piece in board.searcher.uncaptured_pieces:
        letter = "w" if piece.player == WHITE else "b"
        squares[piece.position - 1] = letter.upper() if piece.king else letter
    return "WB"[board.player_turn != WHITE] + "".join(squares)


def name(variant: str, number: int) -> str:
    """A square as we call it. The package begins all games with the side at its high numbers."""
    if variant == "russian":
        row, place = divmod(number - 1, 4)
        return "abcdefgh"[2 * place + (row % 2 == 0)] + str(8 - row)
    return str(33 - number if variant == "english" else number)


def theirs(game: Game) -> dict[MoveKey, Jumps]:
    """The legal moves by the package. Captures that differ in the way round alone are one."""
    moves, variant = {}, game.variant
    for jumps, captured in zip(*game.legal_moves(), strict=True):
        taken = sorted(name(variant, square) for square in captured if square is not None)
        moves[name(variant, jumps[0][0]), name(variant, jumps[-1][1]), tuple(taken)] = jumps
    return moves


def ours(position: DraughtsPosition) -> dict[MoveKey, str]:
    """The legal moves by our rules, and how each is written."""
    return {
        (way.path[0], way.path[-1], tuple(sorted(way.captures))): way.move for way in position.legal_moves()
    }


def set_up(position: DraughtsPosition) -> ShortWay:
    """The same position in a game of the package."""
    rules = position.game
    squares = list(position.board().replace("/", ""))
    rows = [squares[row * rules.size : (row + 1) * rules.size] for row in range(rules.size)]
    played_on = [piece for row, line in enumerate(rows) for piece in line[1 - row % 2 :: 2]]
    turn, variant = position.turn, VARIANTS[rules.id]
    text = "".join(played_on).replace(".", "e")
    if variant == "english":
        turn, text = 1 - turn, text[::-1].translate(str.maketrans("wWbB", "bBwW"))
    return ShortWay(variant, "WB"[turn] + text)


def compare(
    position: DraughtsPosition, peer: ShortWay, where: str = ""
) -> tuple[dict[MoveKey, str], dict[MoveKey, Jumps]]:
    """The moves of both, which are the same; raises `DifferenceError`."""
    our_moves, their_moves = ours(position), theirs(peer)
    if their_moves.keys() != our_moves.keys():
        odd = sorted(their_moves.keys() ^ our_moves.keys())
        raise DifferenceError(f"{position.game.id}{where}, {position.to_text()}: {odd}")
    return our_moves, their_moves


def play(game: str, seed: int, plies: int = PLIES, long_way: bool = False) -> Played:
    """Play one random game on both; raises `DifferenceError`."""
    random, variant = Random(f"{game} {seed}"), VARIANTS[game]
    rules = games.board_game(game)
    assert isinstance(rules, DraughtsGame)
    position, peer = rules.start(), ShortWay(variant)
    captures = 0
    for ply in range(plies):
        our_moves, their_moves = compare(position, peer, f", seed {seed}, ply {ply}")
        if long_way and peer.legal_moves() != Game(variant, peer.get_fen()).legal_moves():
            raise DifferenceError(
                f"{game}, seed {seed}, ply {ply}: the short way finds other moves than the long one"
            )
        if not our_moves:
            return Played(ply, True, captures)
        move = random.choice(sorted(our_moves))
        captures += bool(move[2])
        position = position.move(our_moves[move])
        peer.push(their_moves[move])
    return Played(plies, False, captures)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(VARIANTS), action="append", help="default: all four")
    parser.add_argument("--games", type=int, default=2000, help="random games of each")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next has one more")
    parser.add_argument("--plies", type=int, default=PLIES, help="after which a game is left")
    parser.add_argument("--long-way", action="store_true", help="ask the package as it is, too")
    args = parser.parse_args()
    for game in args.game or VARIANTS:
        began, reported_at, done = time.monotonic(), time.monotonic(), []
        for seed in range(args.seed, args.seed + args.games):
            done.append(play(game, seed, args.plies, args.long_way))
            if time.monotonic() - reported_at > PROGRESS_SECONDS:
                reported_at = time.monotonic()
                print(f"{game}: {len(done)} of {args.games} games", flush=True)
        plies, captures = sum(played.plies for played in done), sum(played.captures for played in done)
        ended = sum(played.ended for played in done)
        print(
            f"{game}: {len(done)} games, {plies} plies ({captures} captures), {ended} to the end, "
            f"{len(done) - ended} left after {args.plies} plies: the same moves at every ply, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
