"""A member who writes on a score sheet, as its page does."""

import json
from typing import Any

from tests.support.club.member_client import Somebody
from tests.support.http_client import Page

TO_SEVEN = {
    "game": "backgammon",
    "name0": "Ann",
    "name1": "Bob",
    "length": "7",
    "cube": "on",
    "crawford": "on",
}


class Scribe:
    """The sheet at `path`, with the revision that its writer knows."""

    def __init__(self, member: Somebody, path: str) -> None:
        self.member, self.path, self.revision = member, path, 0
        self.token = member.get(path).token

    @classmethod
    def begin(cls, member: Somebody, **facts: str) -> "Scribe":
        """Begin a sheet, of a match to seven points unless the facts say otherwise."""
        answer = member.fill("/scribe/new", **{**TO_SEVEN, **facts})
        assert answer.status == 302, answer.text
        return cls(member, answer.headers["Location"])

    def send(self, **request: Any) -> Page:
        """Send a step of the revision that is known."""
        body = json.dumps({"revision": self.revision, **request})
        headers = {"X-CSRFToken": self.token, "Content-Type": "application/json"}
        headers["Referer"] = self.member.url + self.path
        return self.member.send("POST", f"{self.path}/step", content=body, headers=headers)

    def roll_opening(self) -> int:
        """Have the club roll until the dice differ, for after a tie both roll again; the number of rolls."""
        rolls = 0
        while True:
            shown = self._taken(self.send(roll=True))
            rolls += 1
            if len(set(shown["lines"][-1]["text"].split("-"))) > 1:
                return rolls

    def write(self, **act: Any) -> dict[str, Any]:
        """Write an act; the state after it."""
        return self._taken(self.send(step={"t": "write", "act": act}))

    def step(self, **step: Any) -> dict[str, Any]:
        """Take another step; the state after it."""
        return self._taken(self.send(step=step))

    def state(self) -> dict[str, Any]:
        """The state that a page is sent that is loaded again."""
        shown: dict[str, Any] = self.member.get(self.path).json("data")
        return shown

    def _taken(self, answer: Page) -> dict[str, Any]:
        assert answer.status == 200, answer.text
        shown: dict[str, Any] = json.loads(answer.text)
        self.revision = shown["revision"]
        return shown


def dice(first: int, second: int) -> dict[str, Any]:
    """The act of a roll."""
    return {"t": "dice", "dice": [first, second]}


def turn(*moves: tuple[int, int]) -> dict[str, Any]:
    """The act of a turn."""
    return {"t": "turn", "moves": moves}
