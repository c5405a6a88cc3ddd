"""The notice of a rated match of a followed player."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, name_of, register


class FollowedMatchBody(NoticeBody, total=False):
    """The `name` of the player, their `opponent`, and `result`: "won", "lost" or "drawn"."""

    name: str
    opponent: str
    result: str


def _followed_match(body: FollowedMatchBody) -> tuple[str, str]:
    results = {
        "won": pgettext("match", "won"),
        "lost": pgettext("match", "lost"),
        "drawn": pgettext("match", "drawn"),
    }
    sentence = _("{name} has finished a match").format(name=name_of(body))
    name = str(body.get("opponent", ""))
    opponent = _("Opponent: {name}").format(name=name) if name else ""
    return sentence, " · ".join(part for part in (results.get(str(body.get("result")), ""), opponent) if part)


FOLLOWED_MATCH = register(
    NoticeKind(
        "followed_match",
        90,
        gettext_lazy("Rated matches of players you follow"),
        "eye",
        FollowedMatchBody,
        _followed_match,
        Switches(page=False, mail=False, push=False),
        "off unless the reader switches it on, and one for each rated match",
    )
)
