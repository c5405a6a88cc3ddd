"""The members of the demo: names, countries, faces and strengths."""

from collections.abc import Iterator
from typing import NamedTuple

from zaria.club.profile.avatars import TEMPLATES
from zaria.club.profile.forms import ARMS

OWNER, DIRECTOR, MEMBER = "Rada", "Boyan", "Elena"
VISITORS = (OWNER, DIRECTOR, MEMBER)
"""The logins of the members whom a visitor can be."""
ADMINISTRATORS = (DIRECTOR, "Thanos")
"""The administrators of the two federations."""
STAFF = {OWNER: "owner", "Mihai": "administrators", "Aylin": "moderators"}
"""Ranks by login; the owner appoints the others."""
_PEOPLE = """
BG Rada Boyan Elena Kalina Dragan Nevena Stoyan Yana Ognyan Vesela Plamen Siyana Krum Zlatka Asen Lilia
RO Mihai Ioana Radu Smaranda Horia Ilinca Doru Anca
GR Thanos Eleni Kostas Danai Petros Ismini Lefteris Zoe
TR Aylin Mert Defne Kerem Sevgi Orhan Nazli Tolga
RU Arkady Varvara Matvey Taisia Gleb Ulyana
AM Armen Nare Tigran Lusine
AZ Elnur Sevda Rauf
GE Nino Levan Tamar
MD Sorin Doina
RS Milica Vuk
"""
_ROBOTS = "Zarbot Kapibot Novabot Tavlabot Kuzbot"
"""Programs that play as robot accounts, one of each level."""
_LANGUAGES = {"BG": "bg", "RO": "ro", "MD": "ro", "GR": "el", "TR": "tr", "RU": "ru"}
_LEVELS = (2, 3, 4, 2, 3, 4, 1, 5)
"""The strengths of people in turn: many are of the middle."""


class Role(NamedTuple):
    """A member: the login, the look, the language ("": the browser's) and the level of play, 1 to 5."""

    login: str
    country: str
    face: str
    colour: str
    language: str
    level: int
    robot: bool = False

    @property
    def email(self) -> str:
        """An address that no mail reaches."""
        return f"{self.login.lower()}@example.org"


def roles() -> list[Role]:
    """All members of the demo in a lasting order: those with an office, other people, robots."""
    people = sorted(_people(), key=lambda role: role.login not in {*STAFF, *ADMINISTRATORS, MEMBER})
    return [*people, *_robots()]


def _people() -> Iterator[Role]:
    colours = list(ARMS)
    logins = [(line.split()[0], login) for line in _PEOPLE.split("\n") if line for login in line.split()[1:]]
    for number, (country, login) in enumerate(logins):
        face = TEMPLATES[number * 5 % len(TEMPLATES)] if number % 6 else ""
        yield Role(
            login=login,
            country=country,
            face=face,
            colour=colours[number * 7 % len(colours)],
            language=_LANGUAGES.get(country, "") if login not in VISITORS else "",
            level=_LEVELS[number % len(_LEVELS)],
        )


def _robots() -> Iterator[Role]:
    colours = list(ARMS)
    for number, login in enumerate(_ROBOTS.split()):
        yield Role(login, "", "die", colours[-1 - number], "", number + 1, robot=True)
