"""The sentences of notices, in the language of the reader.

The body of each kind, in which every field may lack:

* `invitation`: `title` of a tournament or a federation, `reason`;
* `invitation` to a match, `rematch`: `name`, `game`, `until`, `over`;
* `offer` of other terms: `name`, `game`, `change` ("", "accepted", "declined", "ended"), `over`;
* `staked_table`: `game`, `stake` and `most` (hundredths), `number` of tables, `until`, `over`;
* `message`, `follower`, `friend_online`: `name`;
* `tournament`: `title`, `change` ("cancelled", "few", "unplayed", "moved"), `starts_at` (ms), `reason`;
* `tournament_soon`, `round`: `title`, `starts_at` (ms), `round`;
* `followed_tournament`: `name`, `title`, `place`; `followed_match`: `name`, `opponent`, `result`
  ("won", "lost", "drawn");
* `comment`: `name`, `text`, its beginning; `gift`: nothing; `support`: `title`;
* `staff`: nothing, or `change` ("payout") and `name` of a member who asks the staff for a pay-out.

Each may have a `path`, to which the notice leads. After `until` (ms), or with `over`, what it calls to has
ended: it leads to the path `after`.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from zaria.club.ledger.amounts import amount_text
from zaria.club.notifications.kinds import Kind
from zaria.club.site.clock import play_ms
from zaria.web.messages.games import TITLES as GAME_TITLES

Body = Mapping[str, Any]


class Text(NamedTuple):
    """A notice as it is read: a sentence, more about it or "", and the path to which it leads or ""."""

    sentence: str
    more: str
    path: str


TITLES = {
    Kind.INVITATION: gettext_lazy("Invitations"),
    Kind.REMATCH: gettext_lazy("Rematch offers"),
    Kind.OFFER: gettext_lazy("Counter-offers at a table"),
    Kind.MESSAGE: gettext_lazy("Messages"),
    Kind.TOURNAMENT: gettext_lazy("Changes to your tournaments"),
    Kind.TOURNAMENT_SOON: gettext_lazy("A tournament starts soon"),
    Kind.ROUND: gettext_lazy("A round has started"),
    Kind.FOLLOWED_TOURNAMENT: gettext_lazy("Tournament results of players you follow"),
    Kind.FOLLOWED_MATCH: gettext_lazy("Rated matches of players you follow"),
    Kind.FRIEND_ONLINE: gettext_lazy("A friend is online"),
    Kind.STAKED_TABLE: gettext_lazy("Staked tables in your games"),
    Kind.FOLLOWER: gettext_lazy("New followers"),
    Kind.COMMENT: gettext_lazy("Replies where you commented"),
    Kind.STAFF: gettext_lazy("Messages from the staff"),
    Kind.SUPPORT: gettext_lazy("Answers to your requests and reports"),
    Kind.GIFT: gettext_lazy("Your gift is ready"),
}
"""The titles of the kinds, for the settings."""


def text(kind: str, body: Body) -> Text:
    """A notice in the present language; of a kind that this version does not know, its title alone."""
    write = _WRITERS.get(kind, _unknown)
    sentence, more = write(body)
    path = str(body.get("after" if is_over(body) else "path", ""))
    return Text(sentence, more, path if path.startswith("/") and not path.startswith("//") else "")


def is_over(body: Body) -> bool:
    """True if the notice calls to something that has ended."""
    until = body.get("until")
    return bool(body.get("over")) or (isinstance(until, int) and until < play_ms())


def _unknown(body: Body) -> tuple[str, str]:
    return _("Notification from the club"), _title(body)


def _invitation(body: Body) -> tuple[str, str]:
    if "game" in body:
        if is_over(body):
            sentence = _("You missed a match invitation from {name}")
        else:
            sentence = _("{name} invites you to a match")
        return sentence.format(name=_name(body)), _game(body)
    return _("You are invited: {title}").format(title=_title(body)), str(body.get("reason", ""))


def _rematch(body: Body) -> tuple[str, str]:
    sentence = _("You missed a rematch offer from {name}") if is_over(body) else _("{name} offers a rematch")
    return sentence.format(name=_name(body)), _game(body)


def _offer(body: Body) -> tuple[str, str]:
    match body.get("change"):
        case "accepted":
            sentence = _("{name} accepted your terms")
        case "declined":
            sentence = _("{name} declined your terms")
        case "ended":
            sentence = _("Your offer ended with the table of {name}")
        case _:
            sentence = _("{name} offers you other terms")
    return sentence.format(name=_name(body)), _game(body)


def _message(body: Body) -> tuple[str, str]:
    return _("Unread messages from {name}").format(name=_name(body)), ""


def _tournament(body: Body) -> tuple[str, str]:
    match body.get("change"):
        case "cancelled":
            sentence = _("The tournament is cancelled.")
        case "few":
            sentence = _("The tournament was cancelled: too few players entered.")
        case "unplayed":
            sentence = _("The tournament was cancelled: no match was played.")
        case _:
            start = _moment(body.get("starts_at"))
            sentence = _("The tournament has a new start time: {start} (UTC).").format(start=start)
    return f"{_title(body)}: {sentence}", str(body.get("reason", ""))


def _tournament_soon(body: Body) -> tuple[str, str]:
    start = _moment(body.get("starts_at"))
    return _("Your tournament starts soon: {title}").format(title=_title(body)), f"{start} (UTC)"


def _round(body: Body) -> tuple[str, str]:
    number = body.get("round")
    more = _("Round {n}").format(n=number) if number else ""
    return _("Your tournament match has started: {title}").format(title=_title(body)), more


def _followed_tournament(body: Body) -> tuple[str, str]:
    sentence = _("{name} has finished a tournament").format(name=_name(body))
    place = body.get("place")
    if not place:
        return sentence, _title(body)
    return sentence, f"{_title(body)}: " + _("Place %(n)s") % {"n": place}


def _followed_match(body: Body) -> tuple[str, str]:
    results = {
        "won": pgettext("match", "won"),
        "lost": pgettext("match", "lost"),
        "drawn": pgettext("match", "drawn"),
    }
    sentence = _("{name} has finished a match").format(name=_name(body))
    name = str(body.get("opponent", ""))
    opponent = _("Opponent: {name}").format(name=name) if name else ""
    return sentence, " · ".join(part for part in (results.get(str(body.get("result")), ""), opponent) if part)


def _friend_online(body: Body) -> tuple[str, str]:
    return _("{name} is online").format(name=_name(body)), ""


def _staked_table(body: Body) -> tuple[str, str]:
    number = body.get("number", 1)
    if is_over(body):
        sentence = _("A staked table was opened in one of your games.")
    elif isinstance(number, int) and number > 1:
        sentence = _("Staked tables opened in your games: {n}").format(n=number)
    else:
        sentence = _("A staked table is open in one of your games.")
    amounts = [body.get("stake"), body.get("most")]
    stakes = dict.fromkeys(amount_text(amount) for amount in amounts if isinstance(amount, int))
    return sentence, " · ".join(part for part in (_game(body), "–".join(stakes)) if part)


def _follower(body: Body) -> tuple[str, str]:
    return _("{name} now follows you").format(name=_name(body)), ""


def _comment(body: Body) -> tuple[str, str]:
    return _("New comment by {name}").format(name=_name(body)), str(body.get("text", ""))


def _staff(body: Body) -> tuple[str, str]:
    if body.get("change") == "payout":
        return _("{name} requests a pay-out").format(name=_name(body)), ""
    return _("You have a message from the staff."), str(body.get("title", ""))


def _support(body: Body) -> tuple[str, str]:
    return _("The staff has answered you."), str(body.get("title", ""))


def _gift(body: Body) -> tuple[str, str]:
    return _("Your gift is ready"), ""


_WRITERS: dict[str, Callable[[Body], tuple[str, str]]] = {
    Kind.INVITATION: _invitation,
    Kind.REMATCH: _rematch,
    Kind.OFFER: _offer,
    Kind.MESSAGE: _message,
    Kind.TOURNAMENT: _tournament,
    Kind.TOURNAMENT_SOON: _tournament_soon,
    Kind.ROUND: _round,
    Kind.FOLLOWED_TOURNAMENT: _followed_tournament,
    Kind.FOLLOWED_MATCH: _followed_match,
    Kind.FRIEND_ONLINE: _friend_online,
    Kind.STAKED_TABLE: _staked_table,
    Kind.FOLLOWER: _follower,
    Kind.COMMENT: _comment,
    Kind.STAFF: _staff,
    Kind.SUPPORT: _support,
    Kind.GIFT: _gift,
}


def _name(body: Body) -> str:
    return str(body.get("name", ""))


def _game(body: Body) -> str:
    title = GAME_TITLES.get(str(body.get("game", "")))
    return _(title) if title else ""


def _title(body: Body) -> str:
    """Return the title of a tournament or a federation as a quotation: its words are not the club's."""
    title = str(body.get("title", ""))
    return _("“{title}”").format(title=title) if title else ""


def _moment(ms: object) -> str:
    if not isinstance(ms, int):
        return ""
    return date_format(datetime.fromtimestamp(ms // 1000, UTC), "SHORT_DATETIME_FORMAT")
