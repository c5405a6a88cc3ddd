"""Reason for which a file or a position was refused, in the visitor's language.

The readers of records and positions know only English; this module recognises their sentences. One that is
not among these is shown as it is.
"""

import re

from django.utils.translation import gettext


def _(text: str) -> str:
    """Mark a text for translation without translating it here."""
    return text


REASONS = (
    _("not a legal turn of {dice}: {moves}"),
    _("not a move: {text}"),
    _("a move backwards: {text}"),
    _("more than four moves in a turn"),
    _("neither a roll nor the cube: {text}"),
    _("unexpected: {text}"),
    _("it is the other player's turn"),
    _("the game is over"),
    _("the game was over"),
    _("the match was over before this game"),
    _("the previous game has no end"),
    _("this game has no end"),
    _("the score is {one}, not {two}"),
    _("there is no double to answer"),
    _("no {offer} is possible here"),
    _("the cube is the other player's"),
    _("there is no cube in the Crawford game"),
    _("the cube can be turned to {one}, not to {two}"),
    _("the double has not been answered"),
    _("nobody can win {points} points with the cube at {cube}"),
    _("the other player has won this game"),
    _("this game counts {one}, not {two}"),
    _("a match of {one}, not of {two}"),
    _("no match: a line like “3 point match” is missing"),
    _("a match without a game"),
    _("“Game 1” is expected"),
    _("the players and their scores are expected"),
    _("not text in UTF-8"),
    _("a control character ({code})"),
    _("larger than {size} MB"),
    _("longer than {count} characters"),
    _("a name longer than {count} characters"),
    _("not SGF: {text}"),
    _("not a file of eXtreme Gammon"),
    _("no match in the file of eXtreme Gammon"),
    _("the file is damaged"),
    _("game {number}, turn {turn}: {reason}"),
    _("the file is cut off: “)” is missing"),
    _("variations are not supported"),
    _("not a game of backgammon (GM[6])"),
    _("another game than backgammon: {text}"),
    _("the position was set up by hand here, and the game cannot go on"),
    _("a cube that was turned before the game is not supported"),
    _("a set-up position in a match of several games is not supported"),
    _("the game is over in the position that was set up"),
    _("it takes nothing between these squares: {text}"),
    _("a match to {points} points is longer than {most}"),
    _("event {number}: {text}"),
    _("not a match record: {text}"),
    _("not a legal move: {text}"),
    _("ambiguous move: {text}"),
    _("no game: neither tags nor moves"),
    _("a second game: a record holds one"),
    _("more or longer tags than any game has"),
    _("the result in the tags differs from the end of the moves"),
    _("the file is cut off: “}” is missing"),
    _("this game was a draw"),
    _("GameType {text} is not played here"),
    _("the file holds {game}"),
    _("which game is it? The tag GameType is missing"),
    _("a game of draughts: this is PDN"),
    _("not the kind of chess played here"),
    _("FEN: {text}"),
    _("the file is empty"),
    _("more than {count} moves"),
    _("more than {count} events"),
    _("more than {count} chapters"),
    _("a study is read from PGN, PDN, SGF or our JSON"),
    _("not a study: {text}"),
    _("chapter {number}: {text}"),
    _("nobody plays on such terms"),
    _("the match is over at this score"),
)
"""Sentences of the readers of records, with names in braces for what differs."""
POSITION_REASONS = (
    _("a side has {count} checkers, not {board} on the board and {off} off"),
    _("nobody is on the bar in this game"),
    _("both sides stand on point {point}"),
    _("both sides are pinned on point {point}"),
    _("both sides have borne off all checkers"),
    _("nobody is pinned in this game"),
    _("a pinned checker is the only one of its side there, under some of the other's"),
    _("nothing is to be played in a game that is over"),
    _("White has no king"),
    _("Black has no king"),
    _("a side has one king only"),
    _("no pawn stands on the first or the last rank"),
    _("White has more than eight pawns"),
    _("Black has more than eight pawns"),
    _("White has more than sixteen pieces"),
    _("Black has more than sixteen pieces"),
    _("White has more pieces than its pawns can have become"),
    _("Black has more pieces than its pawns can have become"),
    _("the side that is not to move is in check"),
    _("more than two pieces give check"),
    _("no move can have given this check"),
    _("White has {count} pieces; a side has {start} at the start"),
    _("Black has {count} pieces; a side has {start} at the start"),
    _("White has a man on its last row, where it would be a king"),
    _("Black has a man on its last row, where it would be a king"),
    _("the side that moved last has no pieces"),
    _("nobody is there"),
    _("White has {full} men, not {count}"),
    _("Black has {full} men, not {count}"),
    _("both sides have reached the other's house"),
    _("the side to move cannot move: the turn is the other side's"),
)
"""Sentences of `InvalidPositionError` about what the editor's board can show and no game can."""


def _recogniser(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(f"(?P<{part}>.*?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)),
        re.DOTALL,
    )


_KNOWN = [(template, _recogniser(template)) for template in (*REASONS, *POSITION_REASONS)]


def translated(reason: str) -> tuple[str, bool]:
    """The reason in the language of the page, and whether it was recognised."""
    for template, recogniser in _KNOWN:
        matched = recogniser.fullmatch(reason)
        if matched is not None:
            text, is_known = gettext(template), True
            for name, value in matched.groupdict().items():
                if name == "reason":
                    value, is_known = translated(value)
                text = text.replace(f"{{{name}}}", value)
            return text, is_known
    return reason, False
