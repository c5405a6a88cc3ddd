"""The pictures and previews of matches and positions, as strangers may see them.

Messengers store pictures where anybody may find them. So nothing is shown of a match before it is over but
its terms and who sits there, and members who hide their games are not named.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria import games
from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.games.pictures import skin_of
from zaria.club.games.positions import SquaresPosition, TablesPosition, first_position, tables_position
from zaria.club.link_pictures.cards import PictureCard, Seat
from zaria.club.link_pictures.style import USUAL_CHECKERS
from zaria.club.matches.replay.frames import names_of, presenter_of
from zaria.club.matches.replay.narration import Names, dice, sentence
from zaria.club.matches.replay.positions import ParsedPosition
from zaria.club.profile import preferences, privacy
from zaria.club.shop.queries import may_wear, shopper
from zaria.match.events import Event, Player
from zaria.match.match import Match
from zaria.match.terms import SESSION
from zaria.records.replay import Frame, replay

Seats = tuple[Player | None, Player | None]
"""The players of both sides, or for whom a seat is kept."""


class Look(NamedTuple):
    """A board and a set of checkers, by the names that the settings have."""

    skin: str
    checkers: str = USUAL_CHECKERS


def visible_names(seats: Seats) -> Names:
    """The names of the players at a table as a stranger may store them; asks the database."""
    ids = [player.id for player in seats if player is not None and player.member]
    members = Member.objects.filter(player__in=ids).only("player", "settings", "is_pupil") if ids else ()
    hidden = {member.player for member in members if not privacy.shows(member, "games")}
    first, second = (
        _("A member") if player is not None and player.id in hidden else name
        for player, name in zip(seats, names_of(seats), strict=True)
    )
    return first, second


def length_text(points: int) -> str:
    """The length of a match to so many points in words."""
    if points == SESSION:
        return _("Money session")
    return _("Match to %(points)s") % {"points": points} if points > 1 else _("Single game")


def host_of(match: Match, seats: Seats) -> int | None:
    """The side of the one person who waits at an open table; None: nobody does, or two do."""
    persons = [side for side, player in enumerate(seats) if player is not None and player.bot is None]
    return persons[0] if match.phase == "open" and len(persons) == 1 else None


def look_of(match: Match, seats: Seats) -> Look:
    """Return what a member who invites plays on, and else the look of the game; asks the database."""
    usual, host = Look(skin_of(match.terms.game)), host_of(match, seats)
    player = seats[host] if host is not None else None
    member = Member.objects.filter(player=player.id).first() if player is not None and player.member else None
    if member is None or not privacy.shows(member, "games"):
        return usual
    goods = shopper(member.player).goods
    worn = {
        part: str(value)
        for part, value in preferences.known(member.settings, preferences.TABLE).items()
        if part in ("skin", "men") and may_wear(goods, part, value)
    }
    return Look(worn.get("skin", usual.skin), worn.get("men", usual.checkers))


def table_title(match: Match, seats: Seats, names: Names) -> str:
    """The title of a table in a messenger: who invites, or who plays; "" for one that was cancelled."""
    game = str(TITLES[match.terms.game])
    if match.phase == "over":
        return result_title(match, names) if match.result is not None else ""
    host = host_of(match, seats)
    if host is not None:
        invites = _("%(name)s invites you") % {"name": names[host]}
        return f"{invites}: {game}"
    return game if match.phase == "open" else f"{game}: {names[0]} – {names[1]}"


def result_title(match: Match, names: Names) -> str:
    """The players of a match that is over, and its score."""
    first, second = _scores(match)
    score = f" {first} : {second}" if first or second else ""
    return f"{names[0]} – {names[1]}{score}"


def table_card(match: Match, seats: Seats, names: Names, look: Look) -> PictureCard:
    """The picture of a table at which the match is not over: the board as the game begins."""
    terms, host = match.terms, host_of(match, seats)
    waits = match.phase == "open"
    length = length_text(match.terms.length)
    open_link = _("Open the link to sit down, or to watch.")
    return PictureCard(
        kicker=length if host is None else _("%(name)s invites you") % {"name": names[host]},
        title=str(TITLES[terms.game]),
        text=f"{length}. {open_link}" if waits else "",
        seats=() if waits else (Seat(0, names[0]), Seat(1, names[1])),
        position=_beginning(match),
        skin=look.skin,
        checkers=look.checkers,
    )


def result_card(events: Sequence[Event], names: Names, at: int | None) -> PictureCard:
    """The picture of a match that is over, in one of its frames; None: the last one."""
    shown = replay(events)
    match, frames = shown.match, shown.frames
    frame = frames[-1 if at is None else min(at, len(frames) - 1)]
    last = at is None or frame is frames[-1]
    scores = _scores(match) if last else tuple(map(str, frame.score)) if frame.squares is None else ("", "")
    return PictureCard(
        kicker=f"{TITLES[match.terms.game]} · {length_text(match.terms.length)}",
        seats=tuple(Seat(side, names[side], scores[side], last and match.winner == side) for side in (0, 1)),
        text=sentence(presenter_of(frame.now).sentences, frame, names),
        position=_of_frame(frame, mirrored=match.terms.mirror, cube=match.terms.cube),
        skin=skin_of(frame.now),
    )


def position_card(game: str, parsed: ParsedPosition, near: int, *, cube: bool) -> PictureCard:
    """The picture of a single position."""
    frame, names = parsed.frame, presenter_of(game).sides
    facts = [(_("To move"), names[frame.turn])]
    if frame.dice:
        facts.append((_("Dice"), dice(frame.dice)))
    if parsed.standing is not None and parsed.standing.length:
        facts.append(
            (_("Match to %(points)s") % {"points": parsed.standing.length}, "{} : {}".format(*frame.score))
        )
    return PictureCard(
        kicker=_("Position"),
        title=str(TITLES[game]),
        facts=tuple((str(name), str(value)) for name, value in facts),
        position=_of_frame(frame, mirrored=False, cube=cube, near=near),
        skin=skin_of(game),
    )


def _scores(match: Match) -> tuple[str, str]:
    """The final score; of a game on squares what each side won."""
    if not match.game.is_board:
        return str(match.score[0]), str(match.score[1])
    if match.winner is None:
        return ("½", "½") if match.result is not None else ("", "")
    return str(int(match.winner == 0)), str(int(match.winner == 1))


def _beginning(match: Match) -> TablesPosition | SquaresPosition:
    """The position in which the game of a table begins, whatever stands on it now."""
    terms = match.terms
    game = games.get(terms.game, **terms.options).rotation[0]
    return first_position(game, terms.position, terms.starter, mirrored=terms.mirror)


def _of_frame(frame: Frame, *, mirrored: bool, cube: bool, near: int = 0) -> TablesPosition | SquaresPosition:
    if frame.squares is not None:
        return SquaresPosition(frame.now, frame.squares.board, near == 1)
    game = games.dice_game(frame.now)
    return tables_position(game, frame.men, frame.pins, mirrored=mirrored)._replace(
        dice=frame.dice[:4] or frame.played[:4],
        turn=frame.turn if frame.dice or frame.side is None else frame.side,
        near=near,
        cube=(frame.cube.value, frame.cube.owner) if cube and frame.cube.value > 1 else None,
    )
