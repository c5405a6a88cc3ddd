"""An analysis as text for a terminal."""

from collections.abc import Iterator

from zaria import games
from zaria.bots.analysis.shape import Analysis, Choice, CubeCheck, Decision, Game, Method, PlayerTotals
from zaria.bots.tables.rules import options_of
from zaria.games.tables import diagram
from zaria.records.replay import Frame, Replay

_ACTS = {"no_double": "no double", "play_on": "play on"}
_UNITS = {"points": "points a game, cube at 1", "chance": "chance to win"}
_WIDTH = 24
_BARS = "▁▂▃▄▅▆▇█"
_LONGEST_GRAPH = 60


def report(analysis: Analysis, shown: Replay) -> str:
    """Return the errors of each game in order, the worst one on its board, the accounts, and the method."""
    names = tuple(
        player.name if player else f"Player {side + 1}" for side, player in enumerate(shown.match.players)
    )
    lines = [f"{names[0]} against {names[1]}: {analysis.game}{_length(analysis.length)}"]
    for game in analysis.games:
        lines += ["", *_game(analysis, game, shown, names)]
    lines += _worst(analysis, shown, names)
    lines += ["", *_accounts(analysis.accounts, names, analysis.method), "", *_method(analysis.method)]
    return "\n".join(lines)


def _length(length: int) -> str:
    return f", {length} points" if length > 1 else ""


def _game(analysis: Analysis, game: Game, shown: Replay, names: tuple[str, ...]) -> Iterator[str]:
    first, second = game.score
    crawford = ", Crawford" if game.crawford else ""
    yield f"Game {game.number} ({game.game}), {first} : {second}{crawford}"
    chances = [point.chance for point in analysis.graph if game.first <= point.frame <= game.last]
    if chances:
        yield f"  {names[0]} wins: {_graph(chances)} {chances[-1]:.0%}"
    decisions = [decision for decision in analysis.decisions if game.first <= decision.frame <= game.last]
    turn = 1
    for decision in decisions:
        if decision.mark or decision.check:
            yield from _decision(decision, turn, shown, names)
        turn += decision.kind == "turn"
    if not any(decision.mark for decision in decisions):
        yield "  no errors"
    if game.winner is None:
        yield f"  nobody won ({game.how})"
    else:
        yield f"  {names[game.winner]} won {game.points} ({game.how})"


def _graph(chances: list[float]) -> str:
    """Draw chances to win in a line: no more than so many of them, evenly chosen."""
    count = min(len(chances), _LONGEST_GRAPH)
    samples = [chances[place * len(chances) // count] for place in range(count)]
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in samples)


def _worst(analysis: Analysis, shown: Replay, names: tuple[str, ...]) -> Iterator[str]:
    """Draw the position of the worst error."""
    marked = [decision for decision in analysis.decisions if decision.mark]
    if marked:
        worst = max(marked, key=lambda decision: decision.loss)
        before = shown.frames[worst.frame - 1]
        letter = "" if before.squares is not None else " (X)"
        yield from ("", f"The worst error, of {names[worst.side]}{letter}:")
        yield from (f"  {line}".rstrip() for line in _board(before, worst.side))


def _board(frame: Frame, side: int) -> list[str]:
    """Draw a board as a side of a game with dice sees it, or as the light side of a board game does."""
    if frame.squares is not None:
        return [" ".join(row) for row in frame.squares.board.split("/")]
    options = options_of(games.dice_game(frame.now))
    return diagram.draw(frame.men[side], frame.men[1 - side], options).splitlines()


def _decision(decision: Decision, turn: int, shown: Replay, names: tuple[str, ...]) -> Iterator[str]:
    before = shown.frames[decision.frame - 1]
    dice = "-".join(map(str, decision.dice))
    roll = f" {dice}" if dice else ""
    grade = f"{decision.mark} {decision.loss:.4g}" if decision.mark else "close"
    yield f"  {grade}: {names[decision.side]}{roll}, turn {turn}"
    yield f"    {before.id}"
    played = next((choice for choice in decision.choices if choice.played), None)
    best = decision.choices[0] if decision.choices else None
    for word, choice in (("played", played), ("best", best)):
        if choice is not None:
            yield f"    {word:6} {_text(choice):{_WIDTH}} {choice.equity:+.4f}"
    if decision.check is not None:
        yield from _check(decision.check)


def _check(check: CubeCheck) -> Iterator[str]:
    """Write what a rollout says about a cube decision."""
    for choice in check.choices:
        name = _ACTS.get(choice.text, choice.text)
        yield f"    games  {name:{_WIDTH}} {choice.equity:+.4f} ± {choice.error:.4f}"
    best = _ACTS.get(check.best, check.best)
    yield f"    {best} by {check.gain:.4f} ± {check.error:.4f} in {check.games} games without luck"


def _text(choice: Choice) -> str:
    return _ACTS.get(choice.text, choice.text) or "nothing"


def _accounts(
    accounts: tuple[PlayerTotals, PlayerTotals], names: tuple[str, ...], method: Method
) -> Iterator[str]:
    rows = [
        ("", [*names]),
        ("decisions that count", [f"{account.total.decisions}" for account in accounts]),
        ("given away by turns", [f"{account.turns.loss:.4f}" for account in accounts]),
        ("by cube and answers", [f"{account.cube.loss:.4f}" for account in accounts]),
        ("inaccuracies", [f"{account.total.inaccuracies}" for account in accounts]),
        ("errors", [f"{account.total.errors}" for account in accounts]),
        ("blunders", [f"{account.total.blunders}" for account in accounts]),
        (
            "performance rate",
            ["-" if account.rate is None else f"{account.rate:.2f}" for account in accounts],
        ),
    ]
    if method.unit == "points":
        rows += [
            ("luck", [f"{account.luck or 0.0:+.4f}" for account in accounts]),
            ("result", [f"{account.result:+d}" for account in accounts]),
            ("result without luck", [f"{account.adjusted or 0.0:+.4f}" for account in accounts]),
        ]
    for word, (first, second) in rows:
        yield f"{word:{_WIDTH}}{first:>{_WIDTH}}{second:>{_WIDTH}}"


def _method(method: Method) -> Iterator[str]:
    if method.unit == "chance":
        how = f"{method.nodes} positions, {method.seconds:g} s a move at most"
    else:
        how = f"{method.ply}-ply, luck {method.luck}-ply"
    judges = ", ".join(method.engines) or "nobody"
    yield f"Judged by {judges}, {method.depth} ({how}); unit: {_UNITS[method.unit]}."
    marks = method.marks
    yield f"Inaccuracy from {marks.inaccuracy}, error from {marks.error}, blunder from {marks.blunder}."
    scale = "500" if method.unit == "points" else "100"
    yield f"The performance rate is {scale} times the mean loss of a decision that counts."
