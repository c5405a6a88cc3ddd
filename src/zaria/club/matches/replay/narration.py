"""Narration: a sentence for each frame of a replay, in the visitor's language.

What games of one kind alone have is narrated by `dice_frames` and `board_frames`.
"""

from collections.abc import Callable, Mapping, Sequence

from zaria.club.site import i18n
from zaria.records.replay import Frame

Names = tuple[str, str]

Sentence = Callable[[Frame, str, Names], str]
"""Makes the sentence of a frame: who caused it, and the names of both."""

Sentences = Mapping[str, Sentence]
"""The sentences by the tag of the event."""


def word(key: str, **values: object) -> str:
    """A word of `WORDS`, translated and filled in."""
    text = i18n.word(key, number=values.get("n"))
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def dice(stage: Sequence[int]) -> str:
    """Dice as one writes them: 6-5, 4-4."""
    return "-".join(str(die) for die in sorted(stage, reverse=True)[:2])


def sentence(sentences: Sentences, frame: Frame, names: Names) -> str:
    """The event in words, "" where nothing is said of it."""
    who = names[frame.side] if frame.side is not None else ""
    write = sentences.get(frame.t)
    text = write(frame, who, names) if write else ""
    return f"{text} · {ahead_words(frame)}" if text and frame.ahead else text


def ahead_words(frame: Frame) -> str:
    """Say why nobody gave the act of a frame then; "" for an act that was given."""
    return str(i18n.by_day_words()[f"ahead_{frame.ahead}"]) if frame.ahead else ""


def unchanging(key: str) -> Sentence:
    """The sentence of a side that says nothing but its name."""
    return lambda frame, who, names: word(key, name=who)


def _game(frame: Frame, who: str, names: Names) -> str:
    started = word("game_number", n=frame.game)
    return f"{started}. {word('crawford_game')}" if frame.crawford else started


def _claimed(frame: Frame, who: str, names: Names) -> str:
    return word("has_left", name=names[1 - frame.side] if frame.side is not None else "")


COMMON: Sentences = {
    "game": _game,
    "claimed": _claimed,
    "flagged": unchanging("flagged"),
    "finished": unchanging("session_ended"),
    "restarted": unchanging("restarted"),
    "takenback": unchanging("took_back"),
    "backrequest": unchanging("back_request"),
    "backno": unchanging("back_declined"),
}
"""The sentences of events that games of both kinds have."""
