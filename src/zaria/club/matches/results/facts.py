"""The result of a match from its record: the fields of `Played`. Pure.

Everything is read from the events that stand: turns that were taken back, and the rolls after them, do not
count. Of positions, only those of an opening are played through.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any

from chess import Move

from zaria.match import events as ev
from zaria.match.scoring import added
from zaria.match.terms import SESSION, RatingTerms, Terms, speed
from zaria.records.main_line import standing
from zaria.records.openings import backgammon
from zaria.records.openings import chess as openings

ROLLS, DOUBLETS = 6, 7
"""Places of the numbers of rolls and doublets in `dice0` and `dice1`, after the six faces."""


class UnfinishedMatchError(ValueError):
    """A record that does not end with its match."""


def facts(events: Iterable[ev.Event]) -> dict[str, Any] | None:
    """The fields of `Played` for a match that is over; None where no game was begun, or both shared a device.

    Raises `UnfinishedMatchError` when the match is not over.
    """
    record = list(events)
    reader = _FactReader()
    for place in standing(record, with_cut_game=True):
        reader.read(record[place])
    return reader.fields()


class _FactReader:
    """Goes through the events once."""

    def __init__(self) -> None:
        self.opened: ev.Opened | None = None
        self.closed: ev.MatchEnded | None = None
        self.began: int | None = None
        self.players: list[ev.Player | None] = [None, None]
        self.dice = [[0] * 8, [0] * 8]
        self.games: list[ev.GameEnded] = []
        self.plies = 0
        self.moves: list[str] = []
        self.first_turns: list[tuple[tuple[int, int], ...]] = []
        self.turns = [0, 0]
        self.aborted: int | None = None
        self.unrated = False
        self.fresh = False

    def read(self, event: ev.Event) -> None:
        match event:
            case ev.TurnPlayed() if self.fresh:
                self.fresh = False  # the stages of one roll are one turn
                self._turn(event.side)
                if len(self.first_turns) < len(self.players):
                    self.first_turns.append(event.moves)
            case ev.Moved():
                self.moves.append(event.move)
                self._turn(event.side)
            case ev.Rolled():
                self._rolled(event)
            case ev.OpeningRolled():
                self.fresh = True
                for side in (0, 1):
                    self.dice[side][event.dice[side] - 1] += 1
            case ev.Opened():
                self.opened = event
            case ev.Seated():
                self.players[event.side] = event.player
                self.unrated |= event.unrated
            case ev.GameStarted() if self.began is None:
                self.began = event.at
            case ev.Aborted():
                self.aborted = event.side
            case ev.GameEnded():
                self.games.append(event)
            case ev.MatchEnded():
                self.closed = event

    def _turn(self, side: int) -> None:
        self.plies += 1
        self.turns[side] += 1

    def _rolled(self, event: ev.Rolled) -> None:
        self.fresh = True
        seen, (first, second) = self.dice[event.side], event.dice
        seen[first - 1] += 1
        seen[second - 1] += 1
        seen[ROLLS] += 1
        seen[DOUBLETS] += first == second

    def fields(self) -> dict[str, Any] | None:
        if self.opened is None or self.closed is None:
            raise UnfinishedMatchError("the match is not over")
        terms = self.opened.terms
        if self.began is None or not self.games or terms.local is not None:
            return None
        last = self.games[-1]
        # The last event has it too, but counted a game twice that was claimed, in records before this table.
        score0, score1 = reduce(
            lambda score, game: added(score, game.winner, game.points),
            self.games,
            terms.start_score or (0, 0),
        )
        return {
            "match_id": self.opened.id,
            "game": terms.game,
            "began": self.began,
            "ended": self.closed.at,
            "length": terms.length,
            "speed": speed(terms.clock),
            **self._sides(),
            "won": self.closed.winner,
            "score0": score0,
            "score1": score1,
            "kind": last.kind,
            "how": last.how,
            "games": [[game.winner, game.points, game.kind, game.how] for game in self.games],
            "plies": self.plies,
            "turns0": self.turns[0],
            "turns1": self.turns[1],
            **self._counted(terms.rating_terms or RatingTerms()),
            "rated": terms.rated and not self.unrated,
            "training": terms.training,
            "tournament": terms.tournament,
            "opening": self._opening(terms),
            "void": self.closed.winner is None and last.kind != "draw" and not self._tied(),
            "aborted": self.aborted,
            "stake": None if terms.stakes is None else terms.stakes.stake,
        }

    def _opening(self, terms: Terms) -> str:
        """Return the name of an opening of chess, or of a single game of backgammon; "" in training."""
        if terms.position or terms.training:
            return ""
        if terms.game == "backgammon" and terms.length == 1:
            return backgammon.game_name(self.first_turns)
        named = openings.of_moves(map(Move.from_uci, self.moves)) if terms.game == "chess" else None
        return "" if named is None else named.title

    def _tied(self) -> bool:
        """Return whether this is a money session that ended with as many points for both."""
        session = self.opened is not None and self.opened.terms.length == SESSION
        return session and self.games[-1].how != "annulled"

    def _counted(self, terms: RatingTerms) -> dict[str, Any]:
        """Effect of the result on ratings, if it is rated."""
        return {
            "early": min(self.turns) < terms.turns,
            "early_gain": terms.early_gain,
            "most_points": terms.most_points,
        }

    def _sides(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for side, player in enumerate(self.players):
            if player is None:
                raise UnfinishedMatchError("a game was begun without players")
            fields |= {
                f"player{side}": player.id,
                f"name{side}": player.name,
                f"member{side}": player.member,
                f"bot{side}": player.bot or ("robot" if player.robot else ""),
                f"dice{side}": self.dice[side] if any(self.dice[side]) else [],
            }
        return fields
