"""The parts of an analysis: frozen, plain structs. `docs/reference/analysis.md` describes their JSON.

Equities are those of the deciding side. Their unit is in `Method.unit`: "points" that may be won with the
cube at 1, or the "chance" to win (a draw counts half), 0 to 1. Frames are those of `zaria.records.replay`.
"""

from typing import Annotated, Literal

import msgspec

VERSION = 3
"""Of the shape and the method together: an analysis of another version is made anew."""

Version = Annotated[int, msgspec.Meta(ge=VERSION, le=VERSION)]

Depth = Literal["quick", "normal", "deep"]
DEPTHS: tuple[Depth, ...] = ("quick", "normal", "deep")

Unit = Literal["points", "chance"]
Kind = Literal["turn", "double", "answer", "resign", "resigned", "draw"]
"""A turn (or move); whether to double; what to answer to an offer of the cube; whether to give the game up
for so much; whether to accept that; whether to accept a draw (squares)."""

Mark = Literal["", "inaccuracy", "error", "blunder"]
Fortune = Literal["", "lucky", "unlucky"]
Odds = tuple[float, float, float, float, float, float]
"""win, win2, win3, lose2, lose3, draw: see `zaria.bots.probabilities.OutcomeProbabilities`."""

Moves = tuple[tuple[int, int], ...]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One of the things that could be done.

    `text` is a turn in notation ("" is a turn that passes), or a word for an act: no_double, double, take,
    drop, beaver, raccoon, play_on, resign, accept, refuse. `loss` is what it gives away against the best,
    `place` its rank from 1. For a turn: `moves` as (point, die), its `chances` and the `ply` it was judged
    at. On squares: the `move` as it is sent, `path` and `captures` (squares), the `line` that is expected to
    follow (as books write it) and its `value` in hundredths of a man.
    """

    text: str
    equity: float
    loss: float = 0.0
    place: int = 1
    played: bool = False
    moves: Moves = ()
    chances: Odds | None = None
    ply: int = 0
    move: str = ""
    path: tuple[str, ...] = ()
    captures: tuple[str, ...] = msgspec.field(name="takes", default=())
    line: tuple[str, ...] = ()
    value: int | None = None


class RolledChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of a cube decision in games that were played out: its equity, and the standard error."""

    text: str
    equity: float
    error: float


class CubeCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A cube decision in games that were played out with the cube in play (`zaria.bots.doubling.rollouts`).

    `choices` are those of the decision, the best first. `gain` is what the best brings beyond what was done,
    or beyond the second if the best was done; `error` is its standard error.
    """

    games: int
    best: str
    gain: float
    error: float
    choices: tuple[RolledChoice, ...]


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A decision of a player, with the alternatives.

    `frame` shows what was done, the frame before it the table that was decided on. `ways` says how many
    different things could be done. `choices` are the best ones and what was played, best first. A turn is
    `counted` where there were two ways at least, an act of the cube where it was done or close, a resignation
    or an answer to one where it was wrong, in board games never. `dice`: those of the stage. `cube`: what it
    shows. `agrees` says whether the master, the highest level of the computer, makes the same turn; None if
    it was not asked. `check` is there for a cube decision that was checked by a rollout.
    """

    frame: int
    game: int
    side: int
    kind: Kind
    played: str
    best: str
    loss: float = 0.0
    mark: Mark = ""
    ways: int = 1
    counted: bool = False
    dice: tuple[int, ...] = ()
    cube: int = 1
    agrees: bool | None = None
    choices: tuple[Choice, ...] = ()
    check: CubeCheck | None = None


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A roll and the luck in it: what it brought above the mean of all rolls, both played best.

    In the unit of the analysis, for a cube at 1; `cube` is what it showed.
    """

    frame: int
    game: int
    side: int
    dice: tuple[int, int]
    luck: float
    fortune: Fortune = ""
    cube: int = 1


class Point(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A point of the graph: side 0's chance to win the game after this frame, and its equity."""

    frame: int
    chance: float
    equity: float


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions that count, what they gave away together, and how many are marked so."""

    decisions: int = 0
    loss: float = 0.0
    inaccuracies: int = 0
    errors: int = 0
    blunders: int = 0


class PlayerTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of a player: for `turns`, for the `cube` and other answers, and for both.

    `rate` is the performance rate (500 × mean loss of a counted decision; for chances 100 ×), None where
    nothing was decided. `luck` and `result` are in points with the cube (result: points won less points
    lost, none that the match had no use for), and `adjusted` is what that was worth at the score without the
    luck of both sides; None where there are no dice.
    """

    turns: Tally
    cube: Tally
    total: Tally
    rate: float | None
    luck: float | None = None
    result: int = 0
    adjusted: float | None = None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the match: which one is played, its first and last frames, the score before it, its end."""

    number: int
    game: str
    first: int
    last: int
    score: tuple[int, int]
    crawford: bool
    winner: int | None
    points: int
    how: str
    kind: str
    accounts: tuple[PlayerTotals, PlayerTotals]


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """From which loss on a decision is marked, and from which luck on a roll."""

    inaccuracy: float
    error: float
    blunder: float
    fortune: float


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """The method of an analysis.

    `engines` judged, as they name themselves with their version; `ply` is how deep turns were looked into
    at most, `luck` how deep each roll was, for its luck, the cube and the graph. On squares they are 0, and
    `nodes` (positions) and `seconds` say how far the search of a move may go; with dice those are 0.
    """

    depth: Depth
    engines: tuple[str, ...]
    ply: int
    luck: int
    nodes: int
    seconds: float
    unit: Unit
    marks: Marks


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match, analysed."""

    format: Literal["zaria-analysis"] = "zaria-analysis"
    version: Version = VERSION
    id: str
    game: str
    length: int
    method: Method
    accounts: tuple[PlayerTotals, PlayerTotals]
    games: tuple[Game, ...]
    decisions: tuple[Decision, ...]
    rolls: tuple[Roll, ...]
    graph: tuple[Point, ...]


_decoder = msgspec.json.Decoder(Analysis)


def encode(analysis: Analysis) -> bytes:
    """An analysis as JSON."""
    return msgspec.json.encode(analysis)


def decode(body: bytes) -> Analysis:
    """The analysis written in `body`; raises `msgspec.DecodeError` for another version or anything else."""
    return _decoder.decode(body)
