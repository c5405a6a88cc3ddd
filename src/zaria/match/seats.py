"""Opening a match and sitting down to it."""

from msgspec.structs import replace

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import is_seed
from zaria.match.draft import Draft
from zaria.match.game_flow import start_game
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import is_crawford
from zaria.match.terms import Terms
from zaria.match.versions import RULES_VERSION


def opened(match_id: str, terms: Terms, seal: str, now: int, until: int | None = None) -> ev.Opened:
    """The first event of a new match; raises `CommandRefusedError` for terms that cannot be played.

    `seal` commits to the dice secret (`Dice.seal`) before anybody's seed is known. `until` (ms since the
    epoch) is when the table is cancelled if nobody has come; once somebody sits who did not set the table the
    other has `shared_events.READY`, but at one of a tournament the time that was left.
    """
    terms.check_new()
    return ev.Opened(at=now, version=RULES_VERSION, id=match_id, terms=terms, seal=seal, until=until)


def sit(draft: Draft, side: int | None, command: cmd.Sit) -> None:
    """Take a seat; the second one begins the first game. On one device both are taken at once."""
    match = draft.match
    if draft.dice.seal != match.seal:
        raise ValueError("these are not the dice of the match")
    seat = _free_seat(match, side, command.player)
    if match.until is not None and draft.now >= match.until:
        raise CommandRefusedError("time_over")
    paid = match.terms.stakes is not None and match.terms.stakes.paid
    if (match.terms.rated or paid) and not can_be_rated(command.player):
        raise CommandRefusedError("members_only")
    if match.terms.by_day and (not command.player.member or command.player.bot is not None):
        raise CommandRefusedError("by_day_members")
    if match.terms.training and not _trains(match.players[1 - seat], command.player):
        raise CommandRefusedError("computer_only")
    if command.seal != match.seal:
        raise CommandRefusedError("seal_mismatch")
    if not is_seed(command.seed):
        raise CommandRefusedError("bad_seed")
    if paid and (command.held is None or draft.now > command.held):
        raise CommandRefusedError("not_held")
    # The server seats its own programs and knows the secret. Could it choose their seed as well, it
    # could choose the dice; so a program's seed is the seal, whatever was asked.
    seed = command.seed if command.player.bot is None else match.seal
    unrated = command.unrated and match.terms.rated
    for taken, player in _seats_taken(match.terms, seat, command.player):
        draft.add(
            ev.Seated(
                at=draft.now,
                side=taken,
                player=player,
                seed=seed,
                host=command.host,
                unrated=unrated,
            )
        )
    if None not in draft.match.players:
        crawford = is_crawford(match, match.score)
        start_game(draft, 1, crawford=crawford, starter=play_of(match).starter(match))


def _seats_taken(terms: Terms, seat: int, player: ev.Player) -> list[tuple[int, ev.Player]]:
    """The sides that a player takes, and how they are called there: on one device both, by their names."""
    if terms.local is None:
        return [(seat, player)]
    # The names are those of people at the device, and not of the account that is signed in on it.
    plain = replace(player, member=False, robot=False, country="", face="")
    return [(side, replace(plain, name=name)) for side, name in enumerate(terms.local)]


def can_be_rated(player: ev.Player) -> bool:
    """Return whether the results may count: the player has an account, and no program plays for it."""
    return player.member and not player.robot and player.bot is None


def _trains(opponent: ev.Player | None, player: ev.Player) -> bool:
    """Return whether these two may train: exactly one of them is the club's own program."""
    return opponent is None or (opponent.bot is None) != (player.bot is None)


def _free_seat(match: Match, side: int | None, player: ev.Player) -> int:
    if match.phase != "open":
        raise CommandRefusedError("not_open")
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    if match.players[side] is not None:
        raise CommandRefusedError("seat_taken")
    opponent = match.players[1 - side]
    # Published records do not tell who sat there: players without an id are not the same one.
    if opponent is not None and player.id and opponent.id == player.id:
        raise CommandRefusedError("already_seated")
    return side
