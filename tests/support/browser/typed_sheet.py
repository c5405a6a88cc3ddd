"""A typist at a score sheet, who counts keys."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from zaria.match import events as ev
from zaria.match.match import Match
from zaria.records.written_match import Act, CubeAct, DiceAct, EndAct, MoveAct, TurnAct, legal_turns

_CUBE = {"double": "d", "take": "t", "drop": "p"}
FIRST = ".scribe-turns .first"


def text_of(match: Match, act: TurnAct) -> str:
    """Return the text of a turn in the list of the page, which has one for each result."""
    position = match.dice_position()
    result = position.play(position.complete(act.moves))
    return next(
        turn.text
        for turn in legal_turns(match)
        if isinstance(turn.act, TurnAct) and position.play(position.complete(turn.act.moves)) == result
    )


def digits(text: str) -> str:
    """Return what a typist types of a turn: "bar/22 6/off*" is "b226o"."""
    parts: list[str] = []
    for part in text.replace("bar", "b").replace("off", "o").split():
        name, _, times = part.partition("(")
        parts += [name] * int(times[:1] or "1")
    return "".join(sign for sign in "".join(parts) if sign.isalnum())


class Typist:
    """Types acts; `keys` were pressed so far. A watching typist looks at the list after each key."""

    def __init__(self, page: Page, *, watches: bool) -> None:
        self.page, self.watches, self.keys = page, watches, 0

    def write(self, act: Act, match: Match) -> None:
        """Type an act in a match."""
        if isinstance(act, DiceAct):
            self._press(*map(str, act.dice))
        elif isinstance(act, TurnAct):
            self._turn(text_of(match, act))
        elif isinstance(act, CubeAct):
            self._press(_CUBE[act.act])
        elif isinstance(act, EndAct):
            self._press("!", str(act.points if act.side == match.to_act() else act.points + 3))
        elif isinstance(act, MoveAct):
            raise NotImplementedError

    def _turn(self, text: str) -> None:
        if self.watches:
            expect(self.page.locator(FIRST)).to_be_visible()
        for key in digits(text):
            if self.watches and (pick := self._pick_of(text)):
                self._press(pick)
                return
            self._press(key)
        self._press("Enter")

    def _pick_of(self, text: str) -> str:
        """Return the key that takes a turn of the list, "" if the turn is not listed."""
        for line in self.page.locator(".scribe-turns button").all_inner_texts():
            *parts, key = line.split()
            if " ".join(parts) == text:
                return key
        return ""

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)


def turns_in(events: Sequence[ev.Event]) -> int:
    """Return the number of turns of a match."""
    return sum(isinstance(event, ev.TurnPlayed) for event in events)
