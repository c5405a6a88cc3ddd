"""The notices about tournaments, besides invitations."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import (
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    moment_text,
    name_of,
    register,
    title_of,
)


class TournamentBody(NoticeBody, total=False):
    """The `title`, and `change`.

    It is "cancelled", "few", "unplayed", "moved" to `starts_at` (ms), or "corrected", a result of `round`.
    """

    title: str
    change: str
    starts_at: int
    round: int
    reason: str


class StartBody(NoticeBody, total=False):
    """The `title`, and the start in ms."""

    title: str
    starts_at: int


class RoundBody(NoticeBody, total=False):
    """The `title`, and the number of the `round`."""

    title: str
    round: int


class PlaceBody(NoticeBody, total=False):
    """The `title` of a tournament that is over, and the `place` of the player."""

    title: str
    place: int


class FollowedTournamentBody(NoticeBody, total=False):
    """The `name` of the player, the `title`, and their `place`."""

    name: str
    title: str
    place: int


def _tournament(body: TournamentBody) -> tuple[str, str]:
    match body.get("change"):
        case "cancelled":
            sentence = _("The tournament is cancelled.")
        case "few":
            sentence = _("The tournament was cancelled: too few players entered.")
        case "unplayed":
            sentence = _("The tournament was cancelled: no match was played.")
        case "corrected":
            text = _("The director corrected a result of round {n}. It concerns your matches.")
            sentence = text.format(n=body.get("round", 0))
        case _:
            start = moment_text(body.get("starts_at"))
            sentence = _("The tournament has a new start time: {start} (UTC).").format(start=start)
    return f"{title_of(body)}: {sentence}", str(body.get("reason", ""))


def _tournament_soon(body: StartBody) -> tuple[str, str]:
    start = moment_text(body.get("starts_at"))
    return _("Your tournament starts soon: {title}").format(title=title_of(body)), f"{start} (UTC)"


def _round(body: RoundBody) -> tuple[str, str]:
    number = body.get("round")
    more = _("Round {n}").format(n=number) if number else ""
    return _("Your tournament match has started: {title}").format(title=title_of(body)), more


def _place(body: PlaceBody) -> tuple[str, str]:
    place, title = body.get("place"), title_of(body)
    if place == 1:
        return _("You have won a tournament: {title}").format(title=title), ""
    more = _("Place %(n)s") % {"n": place} if place else ""
    return _("Your tournament is over: {title}").format(title=title), more


def _followed_tournament(body: FollowedTournamentBody) -> tuple[str, str]:
    sentence = _("{name} has finished a tournament").format(name=name_of(body))
    place = body.get("place")
    if not place:
        return sentence, title_of(body)
    return sentence, f"{title_of(body)}: " + _("Place %(n)s") % {"n": place}


TOURNAMENT = register(
    NoticeKind(
        "tournament",
        50,
        gettext_lazy("Changes to your tournaments"),
        "cup",
        TournamentBody,
        _tournament,
        Switches(page=True, mail=True, push=True),
        SenderLimit(None, 10),
    )
)
TOURNAMENT_SOON = register(
    NoticeKind(
        "tournament_soon",
        60,
        gettext_lazy("A tournament starts soon"),
        "cup",
        StartBody,
        _tournament_soon,
        Switches(page=True, mail=False, push=True),
        SenderLimit(None, 10),
    )
)
ROUND = register(
    NoticeKind(
        "round",
        70,
        gettext_lazy("A round has started"),
        "cup",
        RoundBody,
        _round,
        Switches(page=True, mail=False, push=True),
        "a round follows from the results of the one before",
    )
)
PLACE = register(
    NoticeKind(
        "tournament_place",
        75,
        gettext_lazy("Your place in a tournament"),
        "cup",
        PlaceBody,
        _place,
        Switches(page=True, mail=False, push=True),
        "a tournament ends once",
    )
)
FOLLOWED_TOURNAMENT = register(
    NoticeKind(
        "followed_tournament",
        80,
        gettext_lazy("Tournament results of players you follow"),
        "eye",
        FollowedTournamentBody,
        _followed_tournament,
        Switches(page=True, mail=False, push=False),
        SenderLimit(None, 5),
    )
)
