"""The notice of a comment."""

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


class CommentBody(NoticeBody, total=False):
    """The `name` of the author, and the beginning of the `text`."""

    name: str
    text: str


def _comment(body: CommentBody) -> tuple[str, str]:
    return _("New comment by {name}").format(name=name_of(body)), str(body.get("text", ""))


COMMENT = register(
    NoticeKind(
        "comment",
        130,
        gettext_lazy("Replies where you commented"),
        "chat",
        CommentBody,
        _comment,
        Switches(page=True, mail=False, push=False),
        SenderLimit(None, 20),
    )
)
