"""The fields in the address of a search that those by position and by pattern share."""

from django.http import HttpRequest

from zaria.bots.analysis import marks
from zaria.club.library import indexing, queries
from zaria.club.matches.replay.positions import ParsedPosition


def scope_of(request: HttpRequest) -> queries.Scope:
    """Return the matches that the address asks for; all of them if it names none."""
    name = request.GET.get("in", "")
    return next((scope for scope in queries.SCOPES if scope == name), "all")


def turns_of(request: HttpRequest, game: str) -> queries.TurnFilter:
    """Return the turns that the address asks for; all of them if it names none."""
    return turn_filter(request.GET.get("result", ""), request.GET.get("loss", ""), game)


def turn_filter(result: str, mark: str, game: str) -> queries.TurnFilter:
    """Return the turns of games that were `won` or `lost`, and those with a `mark` ("": any)."""
    lines = marks.of(marks.unit_of(game))
    loss = {"error": lines.error, "blunder": lines.blunder}.get(mark, 0.0)
    return queries.TurnFilter(
        "won" if result == "won" else "lost" if result == "lost" else "", round(1000 * loss)
    )


def rolls_of(parsed: ParsedPosition) -> tuple[int, ...]:
    """Return the rolls to search for: that of the position, or else all; 0 on squares."""
    if parsed.position.game.is_board:
        return (0,)
    dice = parsed.frame.dice
    return (indexing.dice_number(dice),) if dice else queries.ROLLS


def standing_of(parsed: ParsedPosition) -> queries.CubeAndScore | None:
    """Return the cube and the score that the notation of a position tells; None where it tells neither."""
    match_position = parsed.standing
    if match_position is None or (not match_position.length and match_position.cube == 1):
        return None
    turn = parsed.frame.turn
    away = [match_position.length - points if match_position.length else 0 for points in match_position.score]
    owner = 0 if match_position.owner is None else 1 if match_position.owner == turn else -1
    return queries.CubeAndScore(owner * match_position.cube, away[turn], away[1 - turn])


def context_of(request: HttpRequest) -> dict[str, str]:
    """Return the fields as a page shows them."""
    return {
        "scope": scope_of(request),
        "result": request.GET.get("result", ""),
        "loss": request.GET.get("loss", ""),
    }
