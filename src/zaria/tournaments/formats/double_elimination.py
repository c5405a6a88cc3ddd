"""Double elimination: who loses twice is out.

Who loses in the winners' bracket goes on in the losers' bracket. Each round of the winners' bracket after
the first is played beside a round in which those left in the losers' bracket meet each other; then they meet
those who have just fallen out of the winners' bracket. The winners of both brackets meet in the final, which
is played again if the one without a loss loses it.
"""

from zaria.tournaments.field import Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import FixedPairs
from zaria.tournaments.formats.bracket import Place, drawn_places, losers, meetings_of, seeded_places, winners


class DoubleElimination(FixedPairs):
    """A double elimination of all entrants; `seeded`: the best cannot meet early."""

    def __init__(self, seeded: bool = False) -> None:
        self.seeded = seeded

    def next_round(self, field: Field) -> list[Meeting] | None:
        """The rounds in turn: both brackets, the losers' alone, and in the end the final."""
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
            # From the other end and from the same in turn, so that two do not soon meet again.
            fallen = losers(upper)[:: -1 if turned else 1]
            turned = not turned
            met = next(rounds, None)
            if met is None:
                ways = zip(winners(lower), fallen, strict=True)
                return meetings_of([place for pair in ways for place in pair], field)
            survivors = winners(met)
        return self._final(field, upper[0].winner, survivors[0], [each[0] for each in rounds])

    def _final(self, field: Field, upper: Place, lower: Place, finals: list[Meeting]) -> list[Meeting] | None:
        """The final, and a second one if the first gave the winner of the upper bracket their first loss."""
        lost = len(finals) == 1 and None not in finals[0].players and finals[0].winner == lower
        return meetings_of([upper, lower], field) if lost or not finals else None

    def allows_draw(self, field: Field) -> bool:
        """Nobody goes on by a draw."""
        return False

    def standings(self, field: Field) -> list[Standing]:
        """By the round of the second loss: the later, the better. Then by the number of wins."""
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
