"""Rounds, points and prizes in words."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from zaria.club.ledger.amounts import amount_text, with_unit
from zaria.club.site.clock import MINUTE_MS
from zaria.club.site.text.percents import percent_text
from zaria.tournaments.terms import TournamentTerms

SECOND_MS = 1000


def time_limit(absent_ms: int) -> str:
    """A sentence on the time that players have to come to a match."""
    if absent_ms % MINUTE_MS == 0:
        n = absent_ms // MINUTE_MS
        text = ngettext(
            "Players have {n} minute from the start of a round to show up for their match, or they lose it.",
            "Players have {n} minutes from the start of a round to show up for their match, or they lose it.",
            n,
        )
    else:
        n = max(absent_ms // SECOND_MS, 1)
        text = ngettext(
            "Players have {n} second from the start of a round to show up for their match, or they lose it.",
            "Players have {n} seconds from the start of a round to show up for their match, or they lose it.",
            n,
        )
    return text.format(n=n)


def first_match(absent_ms: int) -> str:
    """A sentence to a player who is entered on the time to come to their first match."""
    if absent_ms % MINUTE_MS == 0:
        n = absent_ms // MINUTE_MS
        text = ngettext(
            "Your first match opens automatically on any page of the club. Be there within {n} minute.",
            "Your first match opens automatically on any page of the club. Be there within {n} minutes.",
            n,
        )
    else:
        n = max(absent_ms // SECOND_MS, 1)
        text = ngettext(
            "Your first match opens automatically on any page of the club. Be there within {n} second.",
            "Your first match opens automatically on any page of the club. Be there within {n} seconds.",
            n,
        )
    return text.format(n=n)


def money(amount: int, unit: str) -> str:
    """An amount in the unit of a tournament: "" is that of the club."""
    return f"{amount_text(amount)} {unit}" if unit else with_unit(amount)


def percent(rate: int) -> str:
    """A rate in hundredths of a per cent as a number of per cents."""
    return str(formats.number_format((Decimal(rate) / 100).normalize(), use_l10n=True))


def shares_text(shares: Iterable[int]) -> str:
    """Shares of a hundred, such as `70% + 30%`, in the language of the page."""
    return " + ".join(map(percent_text, shares))


def fee_parts(terms: TournamentTerms) -> str:
    """A sentence on the parts of the entry fee that are no prize; "" if all of it is."""
    club = percent(terms.house_rate) if terms.fee and terms.house_rate else ""
    federation = percent(terms.federation_rate) if terms.fee and terms.federation_rate else ""
    if club and federation:
        text = _("Of the fee, the club takes {club}% and the federation {federation}%.")
    elif club:
        text = _("Of the fee, the club takes {club}%.")
    elif federation:
        text = _("Of the fee, the federation takes {federation}%.")
    else:
        return ""
    return text.format(club=club, federation=federation)


_ROUNDS_OF: Mapping[int, Promise] = {
    16: gettext_lazy("Round of 16"),
    32: gettext_lazy("Round of 32"),
    64: gettext_lazy("Round of 64"),
    128: gettext_lazy("Round of 128"),
}
"""Names by the number of players: many languages count the matches instead."""


def bracket_round(matches: int) -> str:
    """The name of a round of a bracket with so many matches."""
    if matches == 1:
        return _("Final")
    if matches == 2:
        return _("Semi-finals")
    if matches == 4:
        return _("Quarter-finals")
    players = 2 * matches
    return str(_ROUNDS_OF[players]) if players in _ROUNDS_OF else _("Round of {n}").format(n=players)


def bracket_match(matches: int) -> str:
    """The name of one match in a round of a bracket with so many matches."""
    if matches == 2:
        return _("Semi-final")
    return _("Quarter-final") if matches == 4 else bracket_round(matches)


def round_name(number: int) -> str:
    """The name of a round by its number."""
    return _("Round {n}").format(n=number)


def half_points(half: int, divisor: int = 2) -> str:
    """A number of half-points, or of products of two of them, as points: "2½"."""
    whole, remainder = divmod(half, divisor)
    fraction = {0: "", 1: "¼", 2: "½", 3: "¾"}[remainder * 4 // divisor]
    return f"{whole or ''}{fraction}" if fraction else str(whole)


def drawn(terms: TournamentTerms) -> str:
    """A sentence on how the first pairs are made; "" where the format says it."""
    if "seeded" not in terms.info.settings:
        return ""
    if terms.seeded:
        return _("The bracket is seeded by rating: the top two can meet only in the final.")
    return _("Pairings are drawn at random, and anyone can verify the draw.")


def group_name(place: int) -> str:
    """The name of a group: A, B, and so on; after Z by number."""
    letter = chr(ord("A") + place) if place < 26 else str(place + 1)
    return _("Group {name}").format(name=letter)
