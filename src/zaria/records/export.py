"""Exports the events of a match as a transcript, for the formats of backgammon programs."""

from collections.abc import Sequence
from datetime import UTC, datetime

from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.scoring import for_points
from zaria.records.errors import UnsupportedRecordError
from zaria.records.formats.variation import IN_MAT
from zaria.records.main_line import without_takebacks
from zaria.records.transcript import GameTranscript, Kind, Transcript, TranscriptEntry

GAMES = ("tabla", "tabla-bg", "portes", "tavla", "short-nardy", "short-nardy-5s", "backgammon", *IN_MAT)
"""Games that other programs know: hits, four moves of a doublet, a set-up of backgammon or with a name."""

_YEAR_3000 = 32_503_680_000_000

_OFFERS: dict[type, Kind] = {
    ev.Doubled: "double",
    ev.Beavered: "beaver",
    ev.Raccooned: "raccoon",
    ev.Taken: "take",
    ev.Dropped: "drop",
}


def objection(game: DiceGame | BoardGame) -> str | None:
    """Say why matches of a game cannot be written as backgammon; None if they can."""
    if game.id in GAMES:
        return None
    if game.is_board:
        return f"{game.title} is played on squares, and the format knows only games with dice"
    if len(game.rotation) > 1:
        return f"{game.title} are several games, and the format holds matches of one"
    if not game.contact.hits:
        return f"{game.title} is not a game of hitting, and the format knows no other"
    if game.misere:
        return f"in {game.title} whoever bears all off loses, which the format cannot say"
    return f"{game.title} plays doublets that the format cannot hold"


def export(events: Sequence[ev.Event]) -> Transcript:
    """The transcript of a match; raises `UnsupportedRecordError`."""
    exporter = _Exporter()
    for event in without_takebacks(events):
        exporter.add(event)
    exporter.add_roll()
    return exporter.script


class _Exporter:
    """Follows a match and collects what a transcript can express."""

    def __init__(self) -> None:
        self.script = Transcript(0)
        self.match: Match | None = None
        self.dice: tuple[int, int] = (0, 0)
        self.roller: int | None = None
        """The side whose roll is on the table."""

    def add(self, event: ev.Event) -> None:
        """Process one event."""
        before = self.match
        self.match = evolve(before, event)
        if before is None:
            self._opened(self.match)
        elif isinstance(event, ev.Seated):
            names = list(self.script.names)
            names[event.side] = event.player.name
            self.script.names = names[0], names[1]
            self._date(event.at)
        elif isinstance(event, ev.GameStarted):
            self.script.games.append(GameTranscript(before.score))
            if self.match.terms.position:
                position = self.match.dice_position()
                self.script.games[-1].checkers = position.counts(0), position.counts(1)
                self.script.games[-1].starter = position.turn
        elif isinstance(event, ev.OpeningRolled | ev.Rolled):
            self._rolled(event)
        elif isinstance(event, ev.TurnPlayed):
            self._played(before, event)
        elif isinstance(event, ev.Cancelled):
            raise UnsupportedRecordError("no game was played")
        else:
            self._answered(event)

    def _opened(self, match: Match) -> None:
        reason = objection(match.game)
        if reason is not None:
            raise UnsupportedRecordError(reason)
        terms = match.terms
        self.script.variation = terms.game if terms.game in IN_MAT else ""
        if terms.raises != "double":
            raise UnsupportedRecordError(
                "the cube was raised by one at a time, and the format knows only doubles"
            )
        self.script.length = 0 if for_points(match) else terms.length
        self.script.cube = terms.cube
        self.script.crawford = terms.crawford
        self.script.jacoby = terms.jacoby
        self.script.beaver = terms.beaver

    def _date(self, at: int) -> None:
        if 0 < at < _YEAR_3000:
            day = datetime.fromtimestamp(at / 1000, UTC)
            self.script.day = day.year, day.month, day.day

    def _rolled(self, event: ev.OpeningRolled | ev.Rolled) -> None:
        match = self.match
        assert match is not None
        if isinstance(event, ev.OpeningRolled) and event.dice[0] == event.dice[1] and match.cube.value > 1:
            raise UnsupportedRecordError("equal opening dice doubled the cube, which the format cannot say")
        self.dice = event.dice
        self.roller = match.turn if match.phase == "move" else None

    def _played(self, before: Match, event: ev.TurnPlayed) -> None:
        self.roller = None
        turn = before.dice_position().complete(event.moves)
        self._act(
            TranscriptEntry(
                event.side,
                "move",
                (max(self.dice), min(self.dice)),
                tuple((step.src, step.dst) for step in turn.steps),
                frozenset(step.dst for step in turn.steps if step.hit),
            )
        )

    def _answered(self, event: ev.Event) -> None:
        kind = _OFFERS.get(type(event))
        if kind is not None and isinstance(event, ev.Act):
            value = event.value if isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned) else 0
            self._act(TranscriptEntry(event.side, kind, value=value))
        elif isinstance(event, ev.Flagged | ev.Claimed | ev.Annulled):
            self._forget_offers()
        elif isinstance(event, ev.GameEnded):
            if event.winner is None:
                how = "a draw" if event.kind == "draw" else "nobody's"
                raise UnsupportedRecordError(
                    f"game {len(self.script.games)} was {how}, which the format cannot say"
                )
            self.add_roll()
            game = self.script.games[-1]
            game.winner, game.points = event.winner, event.points
            game.ended = event.how in ("played", "dropped")

    def add_roll(self) -> None:
        """Add the roll on the table: the game ends, or is broken off, before its turn."""
        if self.roller is not None:
            self._act(TranscriptEntry(self.roller, "move", (max(self.dice), min(self.dice)), is_roll=True))
            self.roller = None

    def _forget_offers(self) -> None:
        """Drop unanswered offers: the game was lost on time, or by leaving, before the answer."""
        acts = self.script.games[-1].acts if self.script.games else []
        while acts and acts[-1].kind in ("double", "beaver", "raccoon"):
            acts.pop()

    def _act(self, act: TranscriptEntry) -> None:
        self.script.games[-1].acts.append(act)
