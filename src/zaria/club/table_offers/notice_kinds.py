"""The notice of other terms that are offered for a table."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, game_of, name_of, register


class OfferBody(NoticeBody, total=False):
    """The `name` of the other side, the `game`, and `change`: "", "accepted", "declined" or "ended"."""

    name: str
    game: str
    change: str


def _offer(body: OfferBody) -> tuple[str, str]:
    match body.get("change"):
        case "accepted":
            sentence = _("{name} accepted your terms")
        case "declined":
            sentence = _("{name} declined your terms")
        case "ended":
            sentence = _("Your offer ended with the table of {name}")
        case _:
            sentence = _("{name} offers you other terms")
    return sentence.format(name=name_of(body)), game_of(body)


OFFER = register(
    NoticeKind(
        "offer",
        30,
        gettext_lazy("Counter-offers at a table"),
        "dice",
        OfferBody,
        _offer,
        Switches(page=True, mail=False, push=False),
        "a table has at most three rounds of offers, and none after an answer",
        only_on_page=True,
    )
)
