"""The terms of a table in words, for the lobby and the sheet about a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.games.glossary.notes import named
from zaria.club.ledger.amounts import amount_text
from zaria.club.play.options import OPTIONS
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.site.i18n import word
from zaria.games.protocols import GameKind
from zaria.live.sockets.protocol.cards import Card, Seeker
from zaria.match.stakes import RATES, Fee, Stakes
from zaria.match.terms import SESSION, ClockTerms, Terms

Fact = tuple[Any, Any]


def clock_text(terms: ClockTerms | None) -> str:
    """A clock in words."""
    if terms is None:
        return word("no_clock")
    times = {name: _time(getattr(terms, name)) for name in ("delay", "bank", "increment")}
    return ", ".join([word(_clock_word(terms)).format(**times), *_breaks(terms)])


def short_clock_text(clock: ClockTerms | None) -> str:
    """A clock in the lists of the lobby: one by the day in short, as `terms` of `lobby/rows.js` writes it.

    A pool, of which each turn gives some time back, has a plus after its days.
    """
    if clock is None or not clock.by_day:
        return clock_text(clock)
    time = clock.days if clock.pool is None else f"{clock.pool[0]}+"
    return f"{word('speed_days')}: {time}"


def _breaks(clock: ClockTerms) -> Iterator[str]:
    """The breaks of a clock by the day: no vacation is worth a word, and so are weekends."""
    if clock.by_day and not clock.vacation:
        yield word("clock_no_vacation")
    if clock.by_day and clock.weekends:
        yield word("clock_weekends")


def _clock_word(terms: ClockTerms) -> str:
    if terms.increment:
        return "clock_all" if terms.delay else "clock_increment"
    if terms.delay:
        return "clock_reserve" if terms.bank else "clock_delay"
    return "clock_bank"


def card_summary(card: Card) -> str:
    """The terms of a table in a line."""
    parts = [
        word("session") if card.length == SESSION else "",
        word("to_points").format(n=card.length) if card.length > 1 else "",
        short_clock_text(card.clock),
        word("cube") if card.cube else "",
        word("own_rules") if card.options or card.more else "",
        word("rated") if card.rated else "",
    ]
    return " · ".join(part for part in parts if part)


def found_summary(terms: Terms) -> str:
    """The match that a search has found, in a line."""
    parts = [
        str(TITLES[terms.game]),
        word("to_points").format(n=terms.length) if terms.length > 1 else "",
        word("cube") if terms.cube else "",
        clock_text(terms.clock),
        word("rated") if terms.rated else "",
        _stake_part(terms.stakes, terms.length),
    ]
    return " · ".join(part for part in parts if part)


def terms_summary(terms: Terms) -> str:
    """The terms of a game against the computer in a line."""
    return " · ".join(terms_parts(terms))


def terms_parts(terms: Terms) -> list[str]:
    """The terms of `terms_summary`, one by one."""
    parts = [
        _length(terms),
        clock_text(terms.clock) if terms.clock else "",
        word("cube") if terms.cube else "",
        word("handicap") if terms.start_score else "",
        word("own_rules")
        if any(_usual(terms).get(name) != value for name, value in terms.options.items())
        else "",
    ]
    return [part for part in parts if part]


def _usual(terms: Terms) -> dict[str, Any]:
    return {name: values[0] for name, values in games.get(terms.game).choices}


def card_is_complete(card: Card) -> bool:
    """True if the summary and the stake beside it are all terms of the match."""
    stakes = card.stakes
    by_day = card.speed == "days"
    return not (by_day or card.options or card.more or (stakes and (stakes.most or stakes.fee != "none")))


def stake_text(card: Card) -> str:
    """The stake of a match, and the most that can be lost; "" without one."""
    return stake_range(card.stakes, card.length) if card.stakes else ""


def stake_range(stakes: Stakes, length: int) -> str:
    """The stake alone, or the stake and the most that can be lost, "2.00–5.00"."""
    most = stakes.held(length) if stakes.paid else stakes.most or stakes.stake
    lowest = amount_text(stakes.stake)
    return f"{lowest}–{amount_text(most)}" if most > stakes.stake else lowest


def seek_summary(seeker: Seeker, *, member: bool) -> str:
    """The match that a seek offers; `member`: the reader may play rated matches."""
    parts = [
        word("to_points").format(n=seeker.length) if seeker.length > 1 else "",
        word("cube") if seeker.cube else "",
        clock_text(seeker.clock),
        word("rated") if seeker.rated and member else "",
        _stake_part(seeker.stakes, seeker.length),
    ]
    return " · ".join(part for part in parts if part)


def _stake_part(stakes: Stakes | None, length: int) -> str:
    """The stake with its name, for a line of terms; "" without one."""
    return f"{word('stake')}: {stake_range(stakes, length)}" if stakes else ""


def terms_details(terms: Terms) -> Iterator[Fact]:
    """All terms, a name and a value each; the value of the stake has several lines."""
    yield word("game"), TITLES[terms.game]
    game = games.get(terms.game)
    if not game.one_game:
        yield named(word("length"), "length"), _length(terms)
        yield named(word("cube"), "cube"), ", ".join(_cube(terms))
    if terms.start_score is not None:
        yield named(word("handicap"), "handicap"), handicap_text(*terms.start_score)
    if terms.stakes is not None:
        yield named(word("stake"), "stake"), "\n".join(_stakes(terms.stakes, terms.length))
    yield word("clock"), clock_text(terms.clock)
    yield from _BOARD_FACTS[game.kind](terms)
    if terms.rated:
        yield word("rating"), word("rated")
    elif terms.unrated:
        most = terms.rating_terms.a_day if terms.rating_terms else 0
        yield word("rating"), word("unrated_pair").format(n=most)
    if terms.position:
        yield _("Position"), _("The game starts from a chosen position")
    if terms.delayed:
        yield _("Spectators"), _("One move late")
    for name, value in _usual(terms).items():
        words = OPTIONS[name]
        yield named(words.label, name), words.text_of(terms.options.get(name, value))


def handicap_text(light: int, dark: int) -> str:
    """The side that begins with some points, and how many."""
    return word("handicap_long").format(side=word("dark" if dark else "light"), n=dark or light)


def _home_side(terms: Terms) -> Iterable[Fact]:
    """The side of the home boards in a game with dice."""
    yield word("home_side"), word("left" if terms.mirror else "right")


def _no_facts(terms: Terms) -> Iterable[Fact]:
    """None: a board of squares lies one way."""
    return ()


_BOARD_FACTS: Mapping[GameKind, Callable[[Terms], Iterable[Fact]]] = {"dice": _home_side, "board": _no_facts}


def _length(terms: Terms) -> str:
    if terms.length == SESSION:
        return word("session")
    if terms.length == 1:
        return word("one_game")
    return word("to_points").format(n=terms.length)


def _cube(terms: Terms) -> Iterator[str]:
    if not terms.cube:
        yield word("no")
        return
    yield word("crawford" if terms.length > 1 and terms.crawford else "yes")
    if terms.raises == "add":
        yield word("raises_add")
    if terms.beaver:
        yield word("with_raccoon" if terms.raccoon else "with_beaver")
    if terms.jacoby:
        yield word("with_jacoby")
    if terms.auto_doubles:
        yield word("with_auto").format(n=terms.auto_doubles)


def fee_sentence(fee: Fee, rate: int) -> str:
    """A fee in words; `rate` is in hundredths of a per cent. "" for none."""
    if fee == "none" or not rate:
        return ""
    n = formats.number_format((Decimal(rate) / 100).normalize(), use_l10n=True)
    return word(f"fee_{fee}").format(n=n)


def _stakes(stakes: Stakes, length: int) -> Iterator[str]:
    most = None if stakes.paid and length > 1 else stakes.most
    yield amount_text(stakes.stake)
    if most and most != stakes.stake:
        yield word("at_most").format(n=amount_text(most))
    fee = fee_sentence(stakes.fee, RATES[stakes.fee] if stakes.rate is None else stakes.rate)
    if fee:
        yield fee
    if stakes.paid:
        yield word("stake_held").format(n=amount_text(stakes.held(length)))


def _time(ms: int) -> str:
    if ms and ms % (DAY_MS // 2) == 0:
        return hours_text(ms // HOUR_MS)
    if ms % MINUTE_MS == 0:
        return word("minutes").format(n=ms // MINUTE_MS)
    return word("seconds").format(n=f"{ms / 1000:g}")


def hours_text(hours: int) -> str:
    """A time of half a day or more in words."""
    return word("clock_h").format(n=hours) if hours % 24 else word("clock_d").format(n=hours // 24)
