"""Texts of people without characters that could deceive or disturb a reader.

Every text of a person passes `plain_text` once, before it is stored. Templates escape it like any other.
"""

import re
import unicodedata
from functools import cache

from django.utils.translation import gettext as _

RAW_FACTOR = 4
"""The most characters sent for each allowed one: a longer text is refused before any work."""
MOST_MARKS = 2
"""The most combining marks in a row on a letter."""

_ZERO_WIDTH_JOINER, _TEXT_STYLE, _PICTURE_STYLE, _KEYCAP = "\u200d", "\ufe0e", "\ufe0f", "\u20e3"
_LINE_ENDS = str.maketrans(dict.fromkeys("\r\u2028\u2029\x85\x0b\x0c", "\n"))
_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\U0001d159")
"""Invisible characters that Unicode counts among letters, marks and symbols."""
_STYLES = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""Variation selectors."""
_ORDINARY = re.compile(
    r"[ -~\u00a1-\u00ac\u00ae-\u024f"
    r"\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u052f"
    r"\u2013\u2014\u2018-\u201e\u2026]*"
)
"""Characters of European languages: most texts have no others, and need no further check."""
_SINGLE_EMOJI = frozenset("\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299")


class RefusedTextError(ValueError):
    """The text is refused; `code` names the reason, the message is in the language of the writer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def plain_text(text: str, most: int, *, least: int = 1, newlines: bool = False) -> str:
    """Return the text as it is stored, of `least` to `most` characters.

    The text is NFC. Control characters, direction controls and invisible signs are gone; joiners and picture
    styles stay within emoji. At most `MOST_MARKS` combining marks follow a letter. Blanks are single; a line
    end is a blank too, or stays with `newlines`, where one empty line at most divides paragraphs. Raises
    `RefusedTextError` with the code `too_long` or `too_short`.
    """
    if len(text) > most * RAW_FACTOR:
        raise _wrong_length("too_long", least, most)
    if _ORDINARY.fullmatch(text):
        text = " ".join(text.split())
    else:
        text = text.replace("\r\n", "\n").translate(_LINE_ENDS)
        text = unicodedata.normalize("NFC", _without_unseen(unicodedata.normalize("NFC", text)))
        text = _with_single_blanks(_with_few_marks(text), newlines=newlines)
    if len(text) > most:
        raise _wrong_length("too_long", least, most)
    if len(text) < least:
        raise _wrong_length("too_short", least, most)
    return text


def visible_text(text: str) -> str:
    """Return a text without deceptive characters, with its lines and blanks, which matter in Markdown."""
    text = text.replace("\r\n", "\n")
    if all(_ORDINARY.fullmatch(line) for line in text.split("\n")):
        return text
    text = text.translate(_LINE_ENDS)
    return _with_few_marks(unicodedata.normalize("NFC", _without_unseen(unicodedata.normalize("NFC", text))))


def _wrong_length(code: str, least: int, most: int) -> RefusedTextError:
    if code == "too_long":
        return RefusedTextError(code, _("Write at most %(most)s characters.") % {"most": most})
    if least == 1:
        return RefusedTextError(code, _("Write something first."))
    return RefusedTextError(code, _("Write at least %(least)s characters.") % {"least": least})


def _without_unseen(text: str) -> str:
    signs: list[str] = []
    for at, sign in enumerate(text):
        following = text[at + 1] if at + 1 < len(text) else ""
        if sign in "\n\t":
            signs.append("\n" if sign == "\n" else " ")
        elif sign == _ZERO_WIDTH_JOINER:
            if _ends_with_emoji(signs) and _is_emoji(following):
                signs.append(sign)
        elif sign in (_TEXT_STYLE, _PICTURE_STYLE):
            before = signs[-1] if signs else ""
            if _is_emoji(before) or (following == _KEYCAP and before and before in "0123456789#*"):
                signs.append(sign)
        elif _is_seen(sign):
            signs.append(sign)
    return "".join(signs)


def _is_seen(sign: str) -> bool:
    if " " <= sign <= "~":
        return True
    category = unicodedata.category(sign)
    if category == "Cn":
        return _in_emoji_blocks(sign)  # emoji newer than this Python
    return category[0] != "C" and sign not in _UNSEEN and not _is_style(sign)


def _is_style(sign: str) -> bool:
    return any(first <= ord(sign) <= last for first, last in _STYLES)


def _in_emoji_blocks(sign: str) -> bool:
    return 0x1F000 <= ord(sign) <= 0x1FAFF


def _is_emoji(sign: str) -> bool:
    if not sign or sign < "\u00a9":
        return False
    if sign in _SINGLE_EMOJI or _in_emoji_blocks(sign):
        return True
    return 0x2190 <= ord(sign) <= 0x2BFF and unicodedata.category(sign)[0] == "S" and sign not in _UNSEEN


def _ends_with_emoji(signs: list[str]) -> bool:
    styled = bool(signs) and signs[-1] in (_TEXT_STYLE, _PICTURE_STYLE)
    return bool(signs) and _is_emoji(signs[-2] if styled else signs[-1])


@cache
def _is_mark(sign: str) -> bool:
    return sign not in (_TEXT_STYLE, _PICTURE_STYLE) and unicodedata.category(sign) in ("Mn", "Me")


def _with_few_marks(text: str) -> str:
    """Drop marks without a letter, which would cover other text, and marks in excess."""
    signs: list[str] = []
    room = 0
    for sign in text:
        if sign >= "\u0300" and _is_mark(sign):
            room -= 1
            if room < 0:
                continue
        elif sign not in (_TEXT_STYLE, _PICTURE_STYLE):
            room = 0 if sign.isspace() else MOST_MARKS
        signs.append(sign)
    return "".join(signs)


def _with_single_blanks(text: str, *, newlines: bool) -> str:
    if not newlines:
        return " ".join(text.split())
    paragraphs: list[list[str]] = [[]]
    for line in text.split("\n"):
        words = " ".join(line.split())
        if words:
            paragraphs[-1].append(words)
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
