"""The notices of tables by the day: a turn, and a time that soon runs out."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    Switches,
    game_of,
    is_over,
    moment_text,
    name_of,
    register,
)


class TurnBody(NoticeBody, total=False):
    """The `name` of the opponent and the `game`; `until` is the moment when the time runs out.

    `result`: the opponent offers the result of the game, which holds from that moment on.
    """

    name: str
    game: str
    result: bool


def _turn(body: TurnBody) -> tuple[str, str]:
    if is_over(body):
        sentence = _("It was your turn in the game with {name}")
    elif body.get("result"):
        sentence = _("{name} offers you the result of the game")
    else:
        sentence = _("Your turn: {name} is waiting")
    return sentence.format(name=name_of(body)), _with_moment(body)


def _deadline(body: TurnBody) -> tuple[str, str]:
    if is_over(body):
        sentence = _("Your time in the game with {name} has run out")
    elif body.get("result"):
        sentence = _("The result that {name} offers holds soon")
    else:
        sentence = _("Your time in the game with {name} runs out soon")
    return sentence.format(name=name_of(body)), _with_moment(body)


def _with_moment(body: TurnBody) -> str:
    moment = moment_text(body.get("until"))
    until = _("until {moment} (UTC)").format(moment=moment) if moment else ""
    return " · ".join(part for part in (game_of(body), until) if part)


TURN = register(
    NoticeKind(
        "turn",
        32,
        gettext_lazy("Your turn in games by the day"),
        "dice",
        TurnBody,
        _turn,
        Switches(page=True, mail=False, push=True),
        "a turn of the opponent causes one, and the next turn at the table ends it",
        brief=gettext_lazy("Your turn"),
        waiting=True,
    )
)
DEADLINE = register(
    NoticeKind(
        "deadline",
        34,
        gettext_lazy("Your time by the day runs out"),
        "clock",
        TurnBody,
        _deadline,
        Switches(page=True, mail=True, push=True),
        "two for a turn at most",
        brief=gettext_lazy("Your time runs out"),
        urgent=True,
    )
)
