"""The notice of a gift."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, register


def _gift(_body: NoticeBody) -> tuple[str, str]:
    return _("Your gift is ready"), ""


GIFT = register(
    NoticeKind(
        "gift",
        160,
        gettext_lazy("Your gift is ready"),
        "gift",
        NoticeBody,
        _gift,
        Switches(page=True, mail=False, push=False),
        "only the club writes it",
    )
)
