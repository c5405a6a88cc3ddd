"""Fill an empty database with a club of any size."""

import random

from tools.bench.large_club import federations
from tools.bench.large_club.matches import Matches
from tools.bench.large_club.office import Office
from tools.bench.large_club.population import Population
from tools.bench.large_club.rows import Batches
from tools.bench.large_club.talk import LONG, Talk
from tools.bench.large_club.tournaments import Tournaments

from zaria.club.ledger.check import audit
from zaria.club.site.clock import now_ms

MEMBERS, MATCHES = 100_000, 500_000
LINES, COMMENTS, NOTICES, RELATIONS = 320_000, 50_000, 100_000, 200_000
TOURNAMENTS, WAITING = 2_000, 20
LARGEST, FEDERATION_SIZE, FEDERATIONS = 5_000, 400, 50
ACTS, REPORTS, AGREEMENTS = 5_000, 10_000, 30_000
FEWEST = 70
"""Members of the smallest club: its tournaments have as many players."""
SEED = 1


def fill(scale: float) -> dict[str, int]:
    """Store a club of which `scale` 1.0 is the largest; return the number of rows by model."""

    def part(number: int) -> int:
        return max(1, int(number * scale))

    batches, choices = Batches(), random.Random(SEED)  # the same club at each run
    population = Population(max(FEWEST, part(MEMBERS)), choices, now_ms())
    population.store(batches)
    Matches(population, batches).play(part(MATCHES))
    talk = Talk(population, batches)
    talk.converse(part(LINES), part(LONG))
    talk.comment(part(COMMENTS), part(MATCHES))
    talk.notify(part(NOTICES))
    talk.relate(part(RELATIONS))
    number = min(FEDERATIONS, part(FEDERATIONS * 10))
    federations.found(population, batches, number, part(LARGEST), part(FEDERATION_SIZE))
    Tournaments(population, batches, number).store(part(TOURNAMENTS), WAITING)
    office = Office(population, batches, talk)
    office.act(part(ACTS))
    office.receive(part(REPORTS))
    office.compare(part(AGREEMENTS))
    batches.store()
    assert not audit().faults
    return dict(sorted(batches.counts.items()))
