"""Knock-out: a loss eliminates a player. The bracket is drawn by chance (5Stars Gammon) or seeded."""

from zaria.tournaments.field import Field, Meeting, Round, Standing, ranked
from zaria.tournaments.formats.base import Pairs, PairsRefusedError
from zaria.tournaments.formats.bracket import (
    Place,
    drawn_places,
    meetings_of,
    seeded_places,
    size_for,
    winners,
)


class Knockout:
    """A knock-out of all entrants; in a `seeded` one the best cannot meet early."""

    def __init__(self, *, seeded: bool = False) -> None:
        self.seeded = seeded

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair the winners of neighbouring meetings."""
        if not field.rounds:
            places = seeded_places(field.entrants) if self.seeded else drawn_places(field.order)
            return meetings_of(places, field) if len(places) > 1 else None
        return next_of(field.rounds[-1], field)

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """Pair the remaining players in another order; byes follow the pairs."""
        through = winners(field.rounds[-1]) if field.rounds else list(field.order)
        present = [player for player in through if player is not None and player not in field.withdrawn]
        paired = {player for pair in pairs for player in pair}
        if not paired <= set(present):
            raise PairsRefusedError("bad_pairs")
        unpaired = [player for player in present if player not in paired]
        size = size_for(len(through)) // 2
        if len(pairs) + len(unpaired) > size:
            raise PairsRefusedError("too_many_byes")
        places: list[Place] = [player for pair in pairs for player in pair]
        places += [place for player in unpaired for place in (player, None)]
        return meetings_of(places + [None] * (2 * size - len(places)), field)

    def allows_draw(self, field: Field) -> bool:
        """Return False: every match needs a winner."""
        return False

    def standings(self, field: Field) -> list[Standing]:
        """Rank by the round of the loss; in one round, losing to a better player ranks higher."""
        return ranked(field, standings_of(field, field.entrants, field.rounds))


def next_of(last: Round, field: Field) -> list[Meeting] | None:
    """Return the round after this one of a bracket; None after the final."""
    return meetings_of(winners(last), field) if len(last) > 1 else None


def standings_of(field: Field, players: tuple[str, ...], rounds: tuple[Round, ...]) -> list[Standing]:
    """Return a line for each player: the rounds survived, then the place of the opponent they lost to."""
    survived = dict.fromkeys(players, 0)
    conqueror: dict[str, str | None] = {}
    for number, meetings in enumerate(rounds, start=1):
        for meeting in meetings:
            if meeting.winner is not None:
                survived[meeting.winner] = number
            if meeting.loser is not None:
                conqueror[meeting.loser] = meeting.winner
    place = dict.fromkeys(players, 0)
    # From the last round to the first: the winner of a meeting came further and already has a place.
    for depth in range(len(rounds), -1, -1):
        level = [player for player in players if survived[player] == depth]
        key = lambda player: (-place.get(conqueror.get(player) or "", 0), field.place_in_draw[player])  # noqa: E731
        for number, player in enumerate(sorted(level, key=key)):
            place[player] = len(players) * (depth + 1) - number
    return [Standing(player, 0, (survived[player], place[player])) for player in players]
