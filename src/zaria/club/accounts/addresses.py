"""E-mail addresses and logins as keyboards of six languages write them."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_DOTS = str.maketrans({"İ": "i", "ı": "i", "\u0307": None})
"""Letters of a Turkish keyboard that stand for an i: dotted capital, dotless small, a dot of its own."""


def validate_local_part(address: str) -> None:
    """Refuse an address with a letter outside ASCII before the @, naming the letter.

    Django's validator ignores case, and so takes ı and İ for an i. Hardly a server delivers such letters.

    Raises:
        ValidationError: with the first such letter.
    """
    local_part = address.rpartition("@")[0]
    letter = next((letter for letter in local_part if not letter.isascii()), "")
    if letter == "\u0307":  # a capital İ in small letters is an i and this dot
        letter = "İ"
    if letter:
        raise ValidationError(
            _("The part before the @ can have only Latin letters without accents. Please check “%(letter)s”.")
            % {"letter": letter},
            code="local_part",
        )


def fold_turkish_i(name: str) -> str:
    """Return a login, or an address with its part before the @, with each Turkish i as a Latin one.

    No login and no new address has another i, so this leads to no other account.
    """
    local_part, at, domain = name.rpartition("@")
    if not at:
        local_part, domain = domain, ""
    return unicodedata.normalize("NFKC", local_part).translate(_DOTS) + at + domain
