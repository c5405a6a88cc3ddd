"""Narration: a sentence for each frame of a replay, in the visitor's language."""

from collections.abc import Callable, Mapping, Sequence

from zaria.club.site import i18n
from zaria.records.replay import Frame, Squares
from zaria.web.messages.table import WORDS

Names = tuple[str, str]

LONG_COUNT, TELLING = 20, 0.4
"""Counters are shown from this fraction of their limit on, as at the table."""


def word(key: str, **values: object) -> str:
    """A word of `WORDS`, translated and filled in."""
    text = i18n.word(key, number=values.get("n"))
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def dice(stage: Sequence[int]) -> str:
    """Dice as one writes them: 6-5, 4-4."""
    return "-".join(str(die) for die in sorted(stage, reverse=True)[:2])


def sentence(frame: Frame, names: Names) -> str:
    """The event in words."""
    who = names[frame.side] if frame.side is not None else ""
    tell = _SENTENCES.get(frame.t)
    return tell(frame, who, names) if tell else ""


def remaining_stages(frame: Frame, names: Names) -> str:
    """The remaining stages of the roll, where they are more than the dice on the board.

    On squares: what is counted towards an end.
    """
    if frame.squares is not None:
        return " · ".join(counted(frame.squares))
    parts = []
    if frame.rest:
        double = "_double" if len(set(frame.thrown)) == 1 else ""
        parts.append(word(f"finishes_other{double}", name=names[frame.turn], other=names[1 - frame.turn]))
    if frame.later:
        parts.append(word("later", list=", ".join(map(dice, frame.later))))
    return " · ".join(parts)


def counted(squares: Squares) -> list[str]:
    """Moves that are counted towards an end; a long count only when it has come some way."""
    return [
        word("counter", name=word(f"count_{name}"), now=now, of=of)
        for name, now, of in squares.counters
        if of < LONG_COUNT or now >= of * TELLING
    ]


def _game(frame: Frame, who: str, names: Names) -> str:
    started = word("game_number", n=frame.game)
    return f"{started}. {word('crawford_game')}" if frame.crawford else started


def _opening(frame: Frame, who: str, names: Names) -> str:
    one, two = frame.opening
    thrown = f"{names[0]}: {one}, {names[1]}: {two}."
    outcome = word("opening_tie") if one == two else word("starts", name=names[frame.turn])
    return f"{thrown} {outcome}"


def _rolled(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=dice(frame.thrown))


def _played(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=f"{dice(frame.played)}: {frame.text or word('no_move')}")


def _offer(key: str) -> Callable[[Frame, str, Names], str]:
    return lambda frame, who, names: word(key, name=who, n=frame.value)


def _said(key: str) -> Callable[[Frame, str, Names], str]:
    return lambda frame, who, names: word(key, name=who)


def _resigned(frame: Frame, who: str, names: Names) -> str:
    return word("resign_points", name=who, n=frame.points)


def _claimed(frame: Frame, who: str, names: Names) -> str:
    return word("has_left", name=names[1 - frame.side] if frame.side is not None else "")


def _moved(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=frame.text)


def _left(frame: Frame, who: str, names: Names) -> str:
    return word("void")


def _ended_on_squares(frame: Frame, who: str) -> str:
    if frame.how == "void":
        return f"{word('void')}. {word('void_long')}"
    ending = word("draw") if frame.side is None else word("won_game", name=who)
    # Resigning, running out of time and leaving are shown by the frame before.
    by = {"played": f"why_{frame.why}", "draw": "by_agreement"}.get(frame.how, "")
    return f"{ending}. {word(by)}" if by in WORDS else ending


def _ended(frame: Frame, who: str, names: Names) -> str:
    if frame.squares is not None:
        return _ended_on_squares(frame, who)
    if frame.how == "stuck":
        return word("stuck")
    if frame.side is None:
        return word("draw")
    parts = [word("won_game", name=who), word("points", n=frame.points)]
    if frame.kind in WORDS:
        parts.insert(1, i18n.word(frame.kind, frame.now))
    return ". ".join(parts)


_SENTENCES: Mapping[str, Callable[[Frame, str, Names], str]] = {
    "game": _game,
    "opening": _opening,
    "rolled": _rolled,
    "played": _played,
    "doubled": _offer("double_offer"),
    "beavered": _offer("beaver_offer"),
    "raccooned": _offer("raccoon_offer"),
    "taken": _said("taken"),
    "dropped": _said("dropped"),
    "resign": _resigned,
    "yielded": _said("accepted"),
    "refused": _said("refused"),
    "flagged": _said("flagged"),
    "claimed": _claimed,
    "moved": _moved,
    "resigned": _said("resigned"),
    "aborted": _left,
    "drawoffer": _said("draw_offered"),
    "drawyes": _said("draw_accepted"),
    "drawno": _said("draw_refused"),
    "restarted": _said("restarted"),
    "takenback": _said("took_back"),
    "ended": _ended,
}
