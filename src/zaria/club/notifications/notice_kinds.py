"""The kinds of notices that several rooms send."""

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
    title_of,
)


class InvitationBody(NoticeBody, total=False):
    """The host `name` and the `game` of a match, or the `title` of a tournament or a federation."""

    name: str
    game: str
    title: str
    reason: str


class StaffBody(NoticeBody, total=False):
    """Nothing, or the `change` "payout" and the `name` of a member who asks the staff for a pay-out."""

    change: str
    name: str
    title: str


def _invitation(body: InvitationBody) -> tuple[str, str]:
    if "game" in body:
        if is_over(body):
            sentence = _("You missed a match invitation from {name}")
        else:
            sentence = _("{name} invites you to a match")
        return sentence.format(name=name_of(body)), game_of(body)
    return _("You are invited: {title}").format(title=title_of(body)), str(body.get("reason", ""))


def _staff(body: StaffBody) -> tuple[str, str]:
    if body.get("change") == "payout":
        return _("{name} requests a pay-out").format(name=name_of(body)), ""
    return _("You have a message from the staff."), str(body.get("title", ""))


INVITATION = register(
    NoticeKind(
        "invitation",
        10,
        gettext_lazy("Invitations"),
        "dice",
        InvitationBody,
        _invitation,
        Switches(page=True, mail=False, push=True),
        SenderLimit(100, 5),
    )
)
STAFF = register(
    NoticeKind(
        "staff",
        140,
        gettext_lazy("Messages from the staff"),
        "flag",
        StaffBody,
        _staff,
        Switches(page=True, mail=True, push=True),
        "only the staff writes it",
    )
)
