"""The notice of homework."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    register,
    title_of,
)


class HomeworkBody(NoticeBody, total=False):
    """The `title` of the group."""

    title: str


def _homework(body: HomeworkBody) -> tuple[str, str]:
    return _("You have new homework"), title_of(body)


HOMEWORK = register(
    NoticeKind(
        "homework",
        170,
        gettext_lazy("New homework"),
        "book",
        HomeworkBody,
        _homework,
        Switches(page=True, mail=True, push=True),
        SenderLimit(None, 1),
    )
)
