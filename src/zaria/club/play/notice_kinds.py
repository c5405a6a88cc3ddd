"""The notice of a rematch."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    game_of,
    is_over,
    name_of,
    register,
)


class RematchBody(NoticeBody, total=False):
    """The `name` of the opponent, and the `game`."""

    name: str
    game: str


def _rematch(body: RematchBody) -> tuple[str, str]:
    sentence = _("You missed a rematch offer from {name}") if is_over(body) else _("{name} offers a rematch")
    return sentence.format(name=name_of(body)), game_of(body)


REMATCH = register(
    NoticeKind(
        "rematch",
        20,
        gettext_lazy("Rematch offers"),
        "flip",
        RematchBody,
        _rematch,
        Switches(page=True, mail=False, push=False),
        SenderLimit(30, 10),
        only_on_page=True,
    )
)
