"""The notices about friends and followers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    name_of,
    register,
)


class MemberBody(NoticeBody, total=False):
    """The `name` of the friend or follower."""

    name: str


def _friend_online(body: MemberBody) -> tuple[str, str]:
    return _("{name} is online").format(name=name_of(body)), ""


def _follower(body: MemberBody) -> tuple[str, str]:
    return _("{name} now follows you").format(name=name_of(body)), ""


FRIEND_ONLINE = register(
    NoticeKind(
        "friend_online",
        100,
        gettext_lazy("A friend is online"),
        "person",
        MemberBody,
        _friend_online,
        Switches(page=False, mail=False, push=False),
        "off unless the reader switches it on, and one in an hour",
        only_on_page=True,
    )
)
FOLLOWER = register(
    NoticeKind(
        "follower",
        120,
        gettext_lazy("New followers"),
        "person",
        MemberBody,
        _follower,
        Switches(page=True, mail=False, push=False),
        SenderLimit(60, 3),
    )
)
