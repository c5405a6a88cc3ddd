"""The lines of conversations, as messages in both directions have them."""

from typing import Literal

import msgspec

from zaria.match.player_info import PlayerInfo

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thank_you",
    "sorry",
    "one_moment",
    "rematch",
    "goodbye",
]
"""Ready-made lines, shown in the language of each reader."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Line number `n` of a conversation, stored at `at` (ms): a text, or a phrase.

    `side` is the author's at a table, `own` whether the reader has written it. `removed`: the text is gone.
    """

    n: int
    at: int
    by: PlayerInfo
    side: int | None = None
    text: str = ""
    phrase: Phrase | None = None
    removed: bool = False
    own: bool = False


class Objection(msgspec.Struct, frozen=True, omit_defaults=True):
    """The refusal of all lines of a reader: its code, its sentence, and its end (ms), if known."""

    code: str
    text: str
    until: int | None = None
