"""Double elimination: the second loss eliminates a player.

A player who loses in the winners' bracket moves to the losers' bracket. Beside each round of the winners'
bracket after the first, the players of the losers' bracket meet each other; in a round of their own they then
meet the latest losers of the winners' bracket. The winners of both brackets meet in the final, which is
repeated if the player without a loss loses it.
"""

from zaria.tournaments.field import Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import FixedPairs
from zaria.tournaments.formats.bracket import Place, drawn_places, losers, meetings_of, seeded_places, winners


class DoubleElimination(FixedPairs):
    """A double elimination of all entrants; in a `seeded` one the best cannot meet early."""

    def __init__(self, *, seeded: bool = False) -> None:
        self.seeded = seeded

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Return the next round: of both brackets, of the losers' bracket alone, or the final."""
        places = seeded_places(field.entrants) if self.seeded else drawn_places(field.order)
        if len(places) < 2:
            return None
        if not field.rounds:
            return meetings_of(places, field)
        rounds = iter(field.rounds)
        upper = list(next(rounds))
        survivors: list[Place] = losers(upper)
        turned = True
        while len(upper) > 1:
            both = next(rounds, None)
            if both is None:
                return meetings_of(winners(upper), field) + meetings_of(survivors, field)
            upper, lower = list(both[: len(upper) // 2]), both[len(upper) // 2 :]
            # From the far end and the near end in turn, so that two players do not soon meet again.
            fallen = losers(upper)[:: -1 if turned else 1]
            turned = not turned
            met = next(rounds, None)
            if met is None:
                ways = zip(winners(lower), fallen, strict=True)
                return meetings_of([place for pair in ways for place in pair], field)
            survivors = winners(met)
        return self._final(field, upper[0].winner, survivors[0], [meetings[0] for meetings in rounds])

    def _final(self, field: Field, upper: Place, lower: Place, finals: list[Meeting]) -> list[Meeting] | None:
        """Return the final, or a second one if the winner of the winners' bracket lost the first."""
        lost = len(finals) == 1 and None not in finals[0].players and finals[0].winner == lower
        return meetings_of([upper, lower], field) if lost or not finals else None

    def allows_draw(self, field: Field) -> bool:
        """Return False: every match needs a winner."""
        return False

    def standings(self, field: Field) -> list[Standing]:
        """Rank by the round of the second loss, the later the better, then by the number of wins."""
        lost = dict.fromkeys(field.entrants, 0)
        last = dict.fromkeys(field.entrants, 0)
        for number, meetings in enumerate(field.rounds, start=1):
            for meeting in meetings:
                for player in meeting.players:
                    if player is not None:
                        last[player] = number
                if meeting.loser is not None:
                    lost[meeting.loser] += 1
                elif meeting.winner is None and meeting.result is not None:
                    for player in meeting.players:
                        if player is not None:
                            lost[player] += 2  # both were absent
        final = [meeting.winner for meetings in field.rounds[-1:] for meeting in meetings]
        champion = final[0] if len(final) == 1 and self.next_round(field) is None else None
        return ranked(
            field,
            [
                Standing(player, 0, (player == champion, last[player], -lost[player], field.points[player]))
                for player in field.entrants
            ],
        )
