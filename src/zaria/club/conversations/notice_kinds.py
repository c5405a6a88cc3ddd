"""The notice of unread messages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, name_of, register


class MessageBody(NoticeBody, total=False):
    """The `name` of the writer."""

    name: str


def _message(body: MessageBody) -> tuple[str, str]:
    return _("Unread messages from {name}").format(name=name_of(body)), ""


MESSAGE = register(
    NoticeKind(
        "message",
        40,
        gettext_lazy("Messages"),
        "chat",
        MessageBody,
        _message,
        Switches(page=True, mail=True, push=True),
        "one for each conversation until it is read; new conversations are limited",
    )
)
