"""The notice of an answer to a request or a report."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, register


class SupportBody(NoticeBody, total=False):
    """The beginning of the answer, or the name that was reported, as `title`."""

    title: str


def _support(body: SupportBody) -> tuple[str, str]:
    return _("The staff has answered you."), str(body.get("title", ""))


SUPPORT = register(
    NoticeKind(
        "support",
        150,
        gettext_lazy("Answers to your requests and reports"),
        "flag",
        SupportBody,
        _support,
        Switches(page=True, mail=True, push=True),
        "only the staff writes it",
    )
)
