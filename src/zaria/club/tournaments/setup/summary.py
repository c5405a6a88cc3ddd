"""The terms of a tournament in a few sentences."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from zaria.club.games.catalogue import TITLES
from zaria.club.ledger.amounts import with_unit
from zaria.club.play.terms_text import terms_summary
from zaria.club.profile import countries
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.site.i18n import word
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.setup.local_time import to_local
from zaria.club.tournaments.texts import SECOND_MS, fee_parts, shares_text
from zaria.tournaments.terms import TournamentTerms


def summary(terms: TournamentTerms, zone: str) -> str:
    """Return a tournament in a few sentences, with its start in the time of `zone`."""
    return " ".join(_sentences(terms, zone))


def repetition(starts: Sequence[int], zone: str, days: int) -> str:
    """Return a series in two sentences, by its next starts."""
    dates = ", ".join(date_format(to_local(start, zone), "DATE_FORMAT") for start in starts)
    before = ngettext(
        "Each one is announced %(n)s day before.", "Each one is announced %(n)s days before.", days
    ) % {"n": days}
    repeated = _("Repeats: %(dates)s …") % {"dates": dates}
    return f"{repeated} {before}"


SMALL_DAYS = frozenset({"bg", "ro", "ru"})
"""Languages that write the days of the week with a small letter; Django begins them with a capital."""


def local_start(starts_at: int, zone: str) -> str:
    """Return the moment of a start in the time of a zone, for the middle of a sentence."""
    moment = datetime.fromtimestamp(starts_at / 1000, UTC).astimezone(ZoneInfo(zone))
    day = date_format(moment, "l")
    if get_language() in SMALL_DAYS:
        day = day.lower()
    return f"{day}, {date_format(moment, 'DATETIME_FORMAT')} ({zone})"


def duration(length: int) -> str:
    """A length of time (ms) in days, hours or minutes."""
    if length % DAY_MS == 0:
        days = length // DAY_MS
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    if length % HOUR_MS == 0:
        hours = length // HOUR_MS
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    return word("minutes").format(n=length // MINUTE_MS)


def _sentences(terms: TournamentTerms, zone: str) -> Iterator[str]:
    match = terms_summary(terms.match)
    yield f"{FORMAT_WORDS[terms.format].title}: {TITLES[terms.match.game]}."
    yield f"{match}."
    if terms.least == terms.most:
        sentence = ngettext("%(most)s player.", "%(most)s players.", terms.most)
    else:
        sentence = ngettext(
            "From %(least)s to %(most)s player.", "From %(least)s to %(most)s players.", terms.most
        )
    yield sentence % {"least": terms.least, "most": terms.most}
    yield from _times(terms, zone)
    yield from _money(terms)
    yield from _entry(terms)


def _times(terms: TournamentTerms, zone: str) -> Iterator[str]:
    start = {"start": local_start(terms.starts_at, zone)}
    if terms.when_full:
        yield _("Starts when full, or on %(start)s.") % start
    else:
        yield _("Starts on %(start)s.") % start
    if "rounds" in terms.info.settings:
        yield ngettext("%(n)s round.", "%(n)s rounds.", terms.rounds) % {"n": terms.rounds}
    if terms.info.continuous:
        yield _("Duration: %(time)s.") % {"time": duration(terms.round_ms)}
    elif terms.round_ms:
        yield _("A round lasts at most %(time)s.") % {"time": duration(terms.round_ms)}
    if terms.match.by_day:
        yield _("A match that is not over at the end of its round is won by the player with more time left.")
    if terms.pause_ms % MINUTE_MS:
        yield _("%(n)s seconds of pause before the next match.") % {"n": terms.pause_ms // SECOND_MS}
    elif terms.pause_ms:
        yield _("%(time)s of pause before the next match.") % {"time": duration(terms.pause_ms)}
    if terms.check_in_ms:
        yield _("Players check in during the last %(time)s before the start.") % {
            "time": duration(terms.check_in_ms)
        }


def _money(terms: TournamentTerms) -> Iterator[str]:
    if not terms.fee:
        yield _("No entry fee.")
    else:
        yield _("The entry fee is %(amount)s.") % {"amount": with_unit(terms.fee)}
    if parts := fee_parts(terms):
        yield parts
    if terms.bonus:
        yield _("%(sponsor)s adds %(amount)s.") % {
            "sponsor": terms.sponsor,
            "amount": with_unit(terms.bonus),
        }
    if (terms.fee or terms.bonus) and len(terms.shares) == 1:
        yield _("All prizes go to the winner.")
    elif terms.fee or terms.bonus:
        yield _("Prizes by place: %(shares)s.") % {"shares": shares_text(terms.shares)}


def _entry(terms: TournamentTerms) -> Iterator[str]:
    if terms.access == "invited":
        yield _("By invitation.")
    if terms.access == "code":
        yield _("With a code.")
    if terms.lowest_rating is not None and terms.highest_rating is not None:
        yield _("Ratings from %(low)s to %(high)s.") % {
            "low": terms.lowest_rating,
            "high": terms.highest_rating,
        }
    elif terms.lowest_rating is not None:
        yield _("Ratings from %(low)s.") % {"low": terms.lowest_rating}
    elif terms.highest_rating is not None:
        yield _("Ratings up to %(high)s.") % {"high": terms.highest_rating}
    if terms.country:
        yield _("Only for players from this country: %(country)s.") % {
            "country": countries.names().get(terms.country, terms.country)
        }
    if terms.robots:
        yield _("Bots may enter.")
    if terms.private:
        yield _("Unlisted: share the link.")
