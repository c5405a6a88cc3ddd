"""Tournaments: the events of each, and rows that are computed from them for lists and pages.

The events (`zaria.tournaments.events`) decide. Their number is the fence between two writers, as in the
journal of matches. All other rows are written in the transaction of the event that changes them, together
with its transfers in the ledger.

Players and directors are ids, as in matches. Moments are ms since the epoch, amounts hundredths.
"""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q


class Tournament(models.Model):
    """A tournament as lists show it. `terms` is the JSON of `zaria.tournaments.terms.TournamentTerms`.

    `director` set it up. `secret` (hex) is that of the draw, and hidden before the start. `code` is the hash
    of the code of entry, or "". `events` counts the events. `round` is the number of the current round (0:
    none yet), `round_ends_at` the moment at which it, or an arena, is to end (null: no limit, or not played),
    and `players` the number of players.
    """

    class Phase(models.TextChoices):
        """The phases of a tournament."""

        OPEN = "open"
        PLAYING = "playing"
        OVER = "over"
        CANCELLED = "cancelled"

    id = models.CharField(max_length=10, primary_key=True)
    title = models.CharField(max_length=120)
    game = models.CharField(max_length=32)
    format = models.CharField(max_length=16)
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.OPEN)
    director = models.CharField(max_length=32, db_index=True)
    federation = models.CharField(max_length=40, blank=True, default="", db_index=True)
    private = models.BooleanField(default=False)
    terms = models.TextField()
    secret = models.CharField(max_length=64)
    code = models.CharField(max_length=128, blank=True, default="")
    created_at = models.BigIntegerField()
    starts_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)
    events = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    round_ends_at = models.BigIntegerField(null=True)
    players = models.PositiveIntegerField(default=0)
    winner = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        indexes = (
            models.Index(fields=["phase", "starts_at"], name="tournaments_by_start"),
            models.Index(fields=["phase", "ended_at"], name="tournaments_by_end"),
            models.Index(fields=["phase", "ended_at"], condition=Q(private=False), name="public_tournaments"),
            models.Index(fields=["director", "phase"], condition=Q(private=True), name="private_of_director"),
        )
        # Not for its rule: of twenty thousand entries it finds those in private tournaments at once.
        constraints = (
            models.UniqueConstraint(fields=["id"], condition=Q(private=True), name="private_tournaments"),
        )

    def __str__(self) -> str:
        return self.title


class PendingStep(models.Model):
    """A step of a tournament that a change has made due; the runner deletes the row after the step.

    It is stored with the change, by a trigger (`zaria.club.tournaments.triggers`) or with a result. It names
    the tournament without a key: it locks no other row. The row without a tournament is the mark of the
    process that runs the tournaments (`zaria.club.tournaments.runner`).
    """

    tournament = models.CharField(max_length=16)

    def __str__(self) -> str:
        return self.tournament

    @classmethod
    def add(cls, tournament_ids: Iterable[str]) -> None:
        """Have the runner make a step of these tournaments after the present transaction."""
        rows = [PendingStep(tournament=tournament_id) for tournament_id in tournament_ids]
        PendingStep.objects.bulk_create(rows)


class TournamentEvent(models.Model):
    """One event; `body` is its JSON."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="history", db_index=False)
    number = models.PositiveIntegerField()
    at = models.BigIntegerField()
    kind = models.CharField(max_length=16)
    body = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "number"], name="one_event_a_number"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number} {self.kind}"


class Entry(models.Model):
    """A player in a tournament, under the name at their entry.

    `active`: they take part and have not withdrawn. `place` is the final one, from 1; `prize` what they won.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries", db_index=False)
    player = models.CharField(max_length=32)
    name = models.CharField(max_length=30)
    rating = models.IntegerField(default=0)
    active = models.BooleanField(default=True)
    at = models.BigIntegerField()
    place = models.PositiveIntegerField(null=True)
    prize = models.BigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "player"], name="each_player_once"),)
        indexes = (models.Index(fields=["player", "active", "tournament"], name="entries_of_player"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.tournament_id}"


TO_END = Q(how__in=("cancelled", "director", "repeated", "unfinished"), ordered=True)
"""The pairings that were decided in another way while their tables may have been open."""


class Pairing(models.Model):
    """An attempt at a meeting of a round; a draw where a winner is needed leads to the next attempt.

    `player0` and `player1` are the sides at the board ("": nobody). `match_id` follows from tournament,
    round, place and attempt, so a match cannot be made twice; it is null for a bye. `since` is when the two
    were paired. `ordered`: their table is about to be opened, and may be open; `opened_at` is when it was.
    `closed`: it was closed before a game began. `ready0` and `ready1`: in a league, the player wants to play
    now. `points0` and `points1` are half-points once it is decided; `how` is then that of `MeetingDecided`,
    or "bye", "walkover" (against a player who had withdrawn before), "repeated", "cancelled".
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="pairings", db_index=False)
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField(default=0)
    player0 = models.CharField(max_length=32, blank=True)
    player1 = models.CharField(max_length=32, blank=True)
    match_id = models.CharField(max_length=16, null=True, unique=True)
    since = models.BigIntegerField()
    ordered = models.BooleanField(default=False)
    opened_at = models.BigIntegerField(null=True)
    closed = models.BooleanField(default=False)
    ready0 = models.BooleanField(default=False)
    ready1 = models.BooleanField(default=False)
    points0 = models.SmallIntegerField(null=True)
    points1 = models.SmallIntegerField(null=True)
    how = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number", "place", "attempt"], name="one_pairing_a_place"
            ),
        )
        indexes = (
            models.Index(fields=["tournament"], name="open_pairings", condition=Q(how="")),
            models.Index(fields=["how", "tournament"], name="ordered_tables", condition=Q(ordered=True)),
            models.Index(fields=["player0", "tournament"], name="pairings_of_side_0"),
            models.Index(fields=["player1", "tournament"], name="pairings_of_side_1"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}.{self.place}"


class Invitation(models.Model):
    """A player whom a director has invited to a tournament that others cannot enter."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations", db_index=False)
    player = models.CharField(max_length=32, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "player"], name="each_invited_once"),)

    def __str__(self) -> str:
        return f"{self.player} to {self.tournament_id}"


class PlaceOffer(models.Model):
    """A place that a director offers to a player, who accepts it with its entry fee.

    `instead_of` is the player to be replaced, or "" for an additional entry. `by` is the director, who gave
    `reason`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="offers", db_index=False)
    player = models.CharField(max_length=32, db_index=True)
    instead_of = models.CharField(max_length=32, blank=True, default="")
    by = models.CharField(max_length=32)
    reason = models.TextField()
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "player"], name="one_offer_a_player"),)

    def __str__(self) -> str:
        return f"{self.player} to {self.tournament_id}"


class TournamentSeries(models.Model):
    """A tournament that is repeated: each one is announced `days` before its start.

    `terms` are those of each tournament; `first` is the first start and `rule` the others, an RRULE in the
    time of `zone`. `next` is the start that is announced next; null: there are no more, or the series was
    ended at `ended_at`. Starts in `skipped` are left out. `code` is the hash of the code of entry.
    """

    id = models.CharField(max_length=10, primary_key=True)
    title = models.CharField(max_length=120)
    director = models.CharField(max_length=32)
    federation = models.CharField(max_length=40, blank=True, default="", db_index=True)
    terms = models.TextField()
    code = models.CharField(max_length=128, blank=True, default="")
    rule = models.CharField(max_length=240)
    zone = models.CharField(max_length=64)
    first = models.BigIntegerField()
    days = models.PositiveSmallIntegerField(default=7)
    skipped = models.JSONField(default=list)
    next = models.BigIntegerField(null=True)
    created_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["next"], name="series_by_next_start", condition=Q(next__isnull=False)),
        )

    def __str__(self) -> str:
        return self.title


class SeriesTournament(models.Model):
    """A tournament of a series: each start is announced once."""

    series = models.ForeignKey(TournamentSeries, models.PROTECT, related_name="tournaments", db_index=False)
    starts_at = models.BigIntegerField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="of_series")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["series", "starts_at"], name="each_start_once"),)

    def __str__(self) -> str:
        return f"{self.series_id} {self.starts_at}"
