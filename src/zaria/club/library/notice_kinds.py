"""The notice that somebody takes a name in a collection for a member's."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    name_of,
    register,
    title_of,
)


class NameBody(NoticeBody, total=False):
    """The `name` of the member who suggests it, the `player` in the files, the `title` of the collection."""

    name: str
    player: str
    title: str


def _name(body: NameBody) -> tuple[str, str]:
    sentence = _("{name} asks whether you are “{player}”")
    return sentence.format(name=name_of(body), player=body.get("player", "")), title_of(body)


COLLECTION_NAME = register(
    NoticeKind(
        "collection_name",
        135,
        gettext_lazy("Your name in collections of matches"),
        "person",
        NameBody,
        _name,
        Switches(page=True, mail=False, push=False),
        SenderLimit(30, 3),
    )
)
