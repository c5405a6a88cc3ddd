"""The operator's conditions for playing for stakes, read from the environment."""

import re
from typing import NamedTuple

from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError

_AGE = re.compile(r"[1-9]\d", re.ASCII)
_LONGEST = 200


class StakeConditions(NamedTuple):
    """Conditions that a member confirms before their first stake or top-up.

    `age`: that they are at least so old; 0: nothing. `terms`: the version of the terms for playing for stakes
    that they accept, or its address; "": nothing.
    """

    age: int = 0
    terms: str = ""

    @property
    def terms_address(self) -> str:
        """The address of the terms, "" where the operator names a version without one."""
        return self.terms if self.terms.startswith(("https://", "/")) else ""


def from_environment() -> StakeConditions:
    """Read the settings; raises `ConfigurationError`."""
    age, terms = variables.value("ZARIA_STAKES_AGE"), variables.value("ZARIA_STAKES_TERMS")
    if age and not _AGE.fullmatch(age):
        raise ConfigurationError("ZARIA_STAKES_AGE must be a number of years from 10 to 99")
    if len(terms) > _LONGEST:
        raise ConfigurationError(f"ZARIA_STAKES_TERMS must have at most {_LONGEST} characters")
    return StakeConditions(int(age or 0), terms)
