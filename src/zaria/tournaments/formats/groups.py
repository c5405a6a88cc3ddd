"""Groups, then knock-out: a round robin in each group; the best of all groups meet in a bracket."""

from zaria.tournaments.field import Field, Meeting, Round, Standing, ranked
from zaria.tournaments.formats import knockout
from zaria.tournaments.formats.base import FixedPairs
from zaria.tournaments.formats.bracket import Place, meetings_of, seeded_places
from zaria.tournaments.formats.round_robin import lines, meeting_for, pairs_of, rounds_for


class Groups(FixedPairs):
    """Groups of about `size` players; the best `advance` of each reach the bracket."""

    def __init__(self, size: int = 4, advance: int = 2) -> None:
        self.size, self.advance = size, advance

    def groups(self, field: Field) -> list[list[str]]:
        """Deal the players of the draw to the groups in turn; their sizes differ by one at most."""
        count = max(1, round(len(field.order) / self.size))
        return [list(field.order[number::count]) for number in range(count)]

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Return the next round: of all groups side by side, then of the bracket."""
        groups = self.groups(field)
        rounds = rounds_for(max(map(len, groups), default=0))
        number = len(field.rounds)
        if number < rounds:
            pairs = [
                pair
                for group in groups
                if number < rounds_for(len(group))
                for pair in pairs_of(group, number)
            ]
            return [meeting_for(*pair, field) for pair in pairs]
        if number > rounds:
            return knockout.next_of(field.rounds[-1], field)
        places = self._places(field)
        return meetings_of(places, field) if len(places) > 1 else None

    def allows_draw(self, field: Field) -> bool:
        """Return whether the next round is one of the groups."""
        return len(field.rounds) < rounds_for(max(map(len, self.groups(field)), default=0))

    def standings(self, field: Field) -> list[Standing]:
        """Rank the players of the bracket by their rounds survived, then the others by their groups."""
        rounds = rounds_for(max(map(len, self.groups(field)), default=0))
        stage = field.rounds[:rounds]
        if len(field.rounds) <= rounds:
            return ranked(field, lines(field, field.entrants))
        best = self._qualified(field, stage)
        bracket = knockout.standings_of(field, tuple(best), field.rounds[rounds:])
        first = ranked(field, bracket)
        eliminated = [
            line
            for line in ranked(field, lines(_only(field, stage), field.entrants))
            if line.player not in best
        ]
        return first + eliminated

    def _places(self, field: Field) -> list[Place]:
        """Return the places of the bracket, if possible without a first match within a group."""
        group = {player: number for number, players in enumerate(self.groups(field)) for player in players}
        places = seeded_places(self._qualified(field, field.rounds))

        def same(place: int, opponent_place: int) -> bool:
            first, second = places[place], places[opponent_place]
            return first is not None and second is not None and group[first] == group[second]

        for upper in range(0, len(places) - 1, 2):
            lower = upper + 1
            if same(upper, lower):
                for index in range(1, len(places), 2):
                    if not same(upper, index) and not same(index - 1, lower):
                        places[lower], places[index] = places[index], places[lower]
                        break
        return places

    def _qualified(self, field: Field, stage: tuple[Round, ...]) -> list[str]:
        """Return the best of each group: the winners of all groups, then the second places, and so on."""
        tables = [ranked(field, lines(_only(field, stage), group)) for group in self.groups(field)]
        present = [[line.player for line in table if line.player not in field.withdrawn] for table in tables]
        return [table[place] for place in range(self.advance) for table in present if place < len(table)]


def _only(field: Field, rounds: tuple[Round, ...]) -> Field:
    """Return the field after these rounds alone."""
    return Field(field.entrants, field.order, rounds, field.withdrawn)
