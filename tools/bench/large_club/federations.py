"""Federations with their members and titles."""

from tools.bench.large_club.population import ADMINISTRATOR, DAY_MS, VETERAN, Person, Population, moment
from tools.bench.large_club.rows import Batches

from zaria.club.federations.actions.contents import MOST_TITLES
from zaria.club.federations.models import Contract, Federation, FederationText, Membership, Title

STATES = ("member",) * 17 + ("requested", "invited", "left")
MODES = tuple(Federation.Mode)
TITLES = 40
FIRST_YEAR = 1990


def found(population: Population, batches: Batches, count: int, largest: int, average: int) -> None:
    """Store so many federations; the first has about `largest` members, every other one about `average`."""
    administrator = population.people[ADMINISTRATOR]
    for number in range(count):
        size = largest if number == 0 else average
        people = dict.fromkeys(population.someone() for _ in range(size))
        if number == 0:
            people[population.people[VETERAN]] = None
        states = {person: population.choices.choice(STATES) for person in people}
        federation = Federation(
            id=number + 1, slug=f"f{number}", name=f"Federation {number}", mode=MODES[number % len(MODES)],
            size=[*states.values()].count("member"),
        )  # fmt: skip
        batches.add(federation)
        texts = {"text": "We play.\n\n" * 20, "rules": "Rules.\n\n" * 20}
        batches.add(FederationText(federation_id=federation.pk, language="en", **texts))
        batches.add(
            Contract(
                federation_id=federation.pk, administrator_id=administrator.pk, login=administrator.login,
                party=Contract.Party.LEGAL, party_name="Society", reference=f"R{number}",
                since=moment(population.now - DAY_MS), by_name="operator",
            )
        )  # fmt: skip
        for person, state in states.items():
            batches.add(Membership(federation_id=federation.pk, member_id=person.pk, state=state))
        _award(population, batches, federation, [*people])


def _award(population: Population, batches: Batches, federation: Federation, people: list[Person]) -> None:
    for number in range(min(TITLES, MOST_TITLES)):
        holder = population.choices.choice(people)
        batches.add(
            Title(
                federation_id=federation.pk, member_id=holder.pk, login=holder.login,
                name=f"Champion {number % 3}", year=FIRST_YEAR + number,
            )
        )  # fmt: skip
