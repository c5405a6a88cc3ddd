"""Puzzles to test with. Their answers are legal; what they lose is made up."""

from zaria.puzzles.puzzle import Puzzle, PuzzleAnswer, PuzzleProof, PuzzleSource, puzzle_id

START = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_PROOF = PuzzleProof(engine="net", plies=2, games=144, without_luck=True)
_SOURCE = PuzzleSource(kind="self-play", levels=(1, 3), seed=4)

TURN = Puzzle(
    id=puzzle_id("backgammon", START, (3, 1), "turn"),
    game="backgammon",
    question="turn",
    position=START,
    side=0,
    dice=(3, 1),
    answers=(
        PuzzleAnswer("8/5 6/5", 0.0),
        PuzzleAnswer("24/21 6/5", 0.16, 0.02),
        PuzzleAnswer("24/23 13/10", 0.17, 0.02),
    ),
    themes=("opening", "point"),
    share=0.3,
    rating=1171,
    proof=_PROOF,
    source=_SOURCE,
)
AVOID = Puzzle(
    id=puzzle_id("backgammon", START, (2, 1), "avoid"),
    game="backgammon",
    question="avoid",
    position=START,
    side=0,
    dice=(2, 1),
    answers=(
        PuzzleAnswer("13/11 6/5", 0.0),
        PuzzleAnswer("24/23 13/11", 0.01, 0.01),
        PuzzleAnswer("13/10", 0.02, 0.01),
        PuzzleAnswer("8/7 6/4", 0.2, 0.02),
    ),
    share=0.3,
    rating=1171,
    proof=_PROOF,
    source=_SOURCE,
)
_DOUBLED = "X=20:3,13:4,9:1,6:3,5:2,2:2;O=24:2,21:1,11:1,9:2,8:2,6:4,4:1,3:2"
CUBE = Puzzle(
    id=puzzle_id("backgammon", f"{_DOUBLED} 1   0", (), "take"),
    game="backgammon",
    question="take",
    position=_DOUBLED,
    side=1,
    length=0,
    answers=(PuzzleAnswer("take", 0.0), PuzzleAnswer("drop", 0.09, 0.02)),
    themes=("doubling",),
    share=0.35,
    rating=1257,
    proof=_PROOF,
    source=_SOURCE,
)
_CHESS_KEY = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR KQkq -"
MOVE = Puzzle(
    id=puzzle_id("chess", _CHESS_KEY, (), "move"),
    game="chess",
    question="move",
    position=CHESS_START,
    side=0,
    answers=(PuzzleAnswer("e2e4", 0.0), PuzzleAnswer("g2g4", 0.4)),
    line=("e2e4", "e7e5", "g1f3"),
    themes=("quiet",),
    share=0.3,
    rating=1171,
    proof=PuzzleProof(engine="alpha-beta", nodes=800_000),
    source=_SOURCE,
)
