"""A player's own panel on the page of a tournament: their next match, and their matches so far."""

from typing import NamedTuple

from zaria.club.site.clock import now_ms, play_ms
from zaria.club.tournaments import texts
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.pages import meetings
from zaria.club.tournaments.pages.meetings import MeetingInList
from zaria.club.tournaments.pages.people import people
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.field import LOSS, Meeting
from zaria.tournaments.state import TournamentState

MOST_OTHERS = 8
"""Matches of other players in the panel."""


class OwnGame(NamedTuple):
    """A match of the player: the number of its round, the opponent, and the player's result.

    `result`: "won", "lost", "draw", "bye", "" while it is undecided. `absent`: lost by coming too late.
    """

    number: int
    game: MeetingInList
    opponent: Person
    result: str
    absent: bool


class OwnPanel(NamedTuple):
    """The state of the panel.

    `stage`: "open" (they may enter), "entered" (before the start), "called" (the match waits for them),
    "arranged" (in a league: it begins when both are ready, or at `until`), "pause" (before the match),
    "playing", "waiting" (for the others of the round), "bye", "out", "withdrawn", "over", "watch".
    `remaining`: milliseconds to come to the match, or of the pause before it. `unfinished`: matches of the
    round that are not over. `ready`: the player and the opponent are. `checks_in`: "", "later" (from the
    moment `until` on), "now", "done". `nonce`: the player's part of the draw, before the start. `ends_at`:
    the moment at which the round, or an arena, is to end; 0: no limit.
    `others_games`: some of the matches of the round that are still played, for those who wait.
    """

    stage: str
    entry: Entry | None = None
    current: OwnGame | None = None
    remaining: int = 0
    unfinished: int = 0
    games: tuple[OwnGame, ...] = ()
    prize: str = ""
    may_enter: bool = False
    late: bool = False
    until: int = 0
    ready: tuple[bool, bool] = (False, False)
    checks_in: str = ""
    nonce: str = ""
    ends_at: int = 0
    others_games: tuple[MeetingInList, ...] = ()

    @property
    def player(self) -> str:
        """Return the id of the player, if they have an entry."""
        return self.entry.player if self.entry is not None else ""

    @property
    def absence(self) -> OwnGame | None:
        """The last match that the player lost by their absence."""
        return next((game for game in self.games if game.absent), None)


def panel(row: Tournament, state: TournamentState, player: str, *, joined: bool) -> OwnPanel:
    """Return the panel of a player; `joined`: they have sat down at the table that waits for them."""
    entry = Entry.objects.filter(tournament=row, player=player).first() if player else None
    late = state.phase == "playing" and state.terms.info.late_entries
    may_enter = (state.phase == "open" or late) and not (entry is not None and entry.active)
    if entry is None or (state.phase == "open" and not entry.active):
        return OwnPanel("open" if may_enter else "watch", entry, may_enter=may_enter, late=late)
    panel = OwnPanel("entered", entry, may_enter=may_enter, late=late)
    if state.phase == "open":
        return _before_start(panel, state, player)
    if state.phase == "cancelled":
        return panel._replace(stage="watch")
    games = _games(row, state, player)
    panel = panel._replace(games=games, unfinished=len(state.waiting()), ends_at=row.round_ends_at or 0)
    if state.phase == "over":
        prize = texts.money(entry.prize, state.terms.unit) if entry.prize else ""
        return panel._replace(stage="over", prize=prize)
    current = next((game for game in games if game.number == state.number), None)
    if current is not None and current.game.state != "over":
        return _in_round(panel, state, row, current, joined=joined)
    if not entry.active:
        return panel._replace(stage="withdrawn")
    if _is_out(state, player, games):
        return panel._replace(stage="out", others_games=_others_games(row, state))
    return panel._replace(stage="waiting", current=current, others_games=_others_games(row, state))


def _before_start(panel: OwnPanel, state: TournamentState, player: str) -> OwnPanel:
    """Return the panel of an entrant before the start."""
    panel = panel._replace(nonce=state.nonces.get(player, ""))
    if not state.terms.check_in_ms:
        return panel
    since = state.terms.starts_at - state.terms.check_in_ms
    checks_in = "done" if player in state.checked_in else "now" if now_ms() >= since else "later"
    return panel._replace(checks_in=checks_in, until=since)


def _in_round(
    panel: OwnPanel, state: TournamentState, row: Tournament, current: OwnGame, *, joined: bool
) -> OwnPanel:
    """Return the panel of a player with an undecided meeting in the current round."""
    if current.game.state == "bye":
        return panel._replace(stage="bye", current=current, others_games=_others_games(row, state))
    pairing = Pairing.objects.filter(
        tournament=row, number=current.number, place=current.game.place, how=""
    ).first()
    if pairing is None:
        return panel._replace(stage="waiting", current=current)
    until = state.deadline or 0
    arranged = state.terms.info.arranged and not state.terms.match.by_day
    if pairing.opened_at is None and arranged and now_ms() < until:
        ready = _ready(pairing, panel.player)
        return panel._replace(stage="arranged", current=current, ready=ready, until=until)
    rest_ms = state.terms.rest_ms(pairing.number, pairing.since, now_ms()) if pairing.opened_at is None else 0
    if rest_ms:
        return panel._replace(
            stage="pause", current=current, ready=_ready(pairing, panel.player), remaining=rest_ms
        )
    remaining = (pairing.opened_at or play_ms()) + state.terms.absent_ms - play_ms()
    called = not joined and remaining > 0
    return panel._replace(
        stage="called" if called else "playing", current=current, remaining=max(0, remaining)
    )


def _ready(pairing: Pairing, player: str) -> tuple[bool, bool]:
    """Return whether a player and their opponent are ready."""
    ready = (pairing.ready0, pairing.ready1)
    return ready if pairing.player0 == player else ready[::-1]


def _games(row: Tournament, state: TournamentState, player: str) -> tuple[OwnGame, ...]:
    """Return the meetings of a player, the last first."""
    player_meetings: list[tuple[int, int, Meeting]] = [
        (number, place, meeting)
        for number in range(1, state.number + 1)
        for place, meeting in enumerate(meetings.meetings_of(state, number))
        if player in meeting.players
    ]
    pairings = meetings.pairings(row.pk, [(number, place) for number, place, _meeting in player_meetings])
    names = people(
        row.pk,
        {participant for _number, _place, meeting in player_meetings for participant in meeting.players},
    )
    games = []
    for number, place, meeting in reversed(player_meetings):
        (game,) = meetings.games([(place, meeting)], number, pairings, names, meetings.repeats(state, number))
        side = meeting.players.index(player)
        result = "bye" if None in meeting.players else _result(meeting, side)
        pairing = pairings.get((number, place))
        absent = pairing is not None and pairing.how == "absent" and result == "lost"
        games.append(OwnGame(number, game, game.people[1 - side], result, absent))
    return tuple(games)


def _others_games(row: Tournament, state: TournamentState) -> tuple[MeetingInList, ...]:
    """Return the first unfinished matches of the current round."""
    places = state.waiting()[:MOST_OTHERS]
    pairings = meetings.pairings(row.pk, [(state.number, place) for place in places])
    players = {player for place in places for player in state.current[place].players}
    shown = [(place, state.current[place]) for place in places]
    return tuple(meetings.games(shown, state.number, pairings, people(row.pk, players), state.repeats))


def _result(meeting: Meeting, side: int) -> str:
    if meeting.result is None:
        return ""
    winner = meeting.result.winner
    if winner is None:
        return "lost" if meeting.result.points[side] == LOSS else "draw"
    return "won" if winner == side else "lost"


def _is_out(state: TournamentState, player: str, games: tuple[OwnGame, ...]) -> bool:
    """Return whether the player can have no further match."""
    info = state.terms.info
    if info.defeats:
        return sum(game.result == "lost" for game in games) >= info.defeats
    if info.has_qualification:
        return bool(games) and games[0].number < state.number and not _has_place(state, player)
    return False


def _has_place(state: TournamentState, player: str) -> bool:
    """Return whether a player is in the current round."""
    return any(player in meeting.players for meeting in state.current)
