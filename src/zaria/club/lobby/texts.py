"""The terms of a table in words, as the lobby and the sheet about a table tell them."""

from collections.abc import Iterator
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.play.options import OPTIONS
from zaria.club.site.i18n import word
from zaria.games.board_games import FAMILY
from zaria.live.sockets.protocol.cards import Card, Seeker
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms

Fact = tuple[Any, Any]


def clock(terms: ClockTerms | None) -> str:
    """A clock in words."""
    if terms is None:
        return word("no_clock")
    times = {name: _time(getattr(terms, name)) for name in ("delay", "bank", "increment")}
    return word(_clock_word(terms)).format(**times)


def _clock_word(terms: ClockTerms) -> str:
    if terms.increment:
        return "clock_all" if terms.delay else "clock_increment"
    if terms.delay:
        return "clock_reserve" if terms.bank else "clock_delay"
    return "clock_bank"


def amount(cents: int) -> str:
    """A sum of the smallest unit, as people write it."""
    return formats.number_format(cents / 100, decimal_pos=2, use_l10n=True, force_grouping=True)


def in_short(card: Card) -> str:
    """The terms of a table in a line."""
    parts = [
        word("to_points").format(n=card.length) if card.length > 1 else "",
        clock(card.clock),
        word("cube") if card.cube else "",
        word("own_rules") if card.options or card.more else "",
        word("rated") if card.rated else "",
    ]
    return " · ".join(part for part in parts if part)


def of_terms(terms: Terms) -> str:
    """What is agreed on before a game against the computer, in a line."""
    parts = [
        _length(terms),
        clock(terms.clock) if terms.clock else "",
        word("cube") if terms.cube else "",
        word("own_rules")
        if any(_usual(terms).get(name) != each for name, each in terms.options.items())
        else "",
    ]
    return ", ".join(part for part in parts if part)


def _usual(terms: Terms) -> dict[str, Any]:
    return {name: values[0] for name, values in games.get(terms.game).choices}


def whole(card: Card) -> bool:
    """Whether a line and the stake beside it tell all that is agreed on."""
    stakes = card.stakes
    return not (card.options or card.more or (stakes and (stakes.most or stakes.fee != "none")))


def stake(card: Card) -> str:
    """What a match is played for, "" for the honour."""
    return amount(card.stakes.stake) if card.stakes else ""


def wanted(seeker: Seeker, member: bool) -> str:
    """What somebody plays who searches for an opponent; `member`: the reader may play rated matches."""
    parts = [
        word("to_points").format(n=seeker.length) if seeker.length > 1 else "",
        clock(seeker.clock),
        word("rated") if seeker.rated and member else "",
    ]
    return " · ".join(part for part in parts if part)


def facts(terms: Terms) -> Iterator[Fact]:
    """All that is agreed on, a name and a value each."""
    game = games.get(terms.game, **terms.options)
    yield word("game"), TITLES[terms.game]
    if game.family != FAMILY:
        yield word("length"), _length(terms)
        yield word("cube"), ", ".join(_cube(terms))
    if terms.stakes is not None:
        yield word("stake"), ", ".join(_stakes(terms.stakes))
    yield word("clock"), clock(terms.clock)
    if game.family != FAMILY:
        yield word("home_side"), word("left" if terms.mirror else "right")
    if terms.rated:
        yield word("rating"), word("rated")
    elif terms.unrated:
        most = terms.rating_terms.a_day if terms.rating_terms else 0
        yield word("rating"), word("unrated_pair").format(n=most)
    if terms.position:
        yield _("Position"), _("The game begins from a chosen position")
    if terms.delayed:
        yield _("Onlookers"), _("See one move late")
    for name, value in _usual(terms).items():
        words = OPTIONS[name]
        yield words.label, words.values[terms.options.get(name, value)]


def _length(terms: Terms) -> str:
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


def _stakes(stakes: Stakes) -> Iterator[str]:
    yield amount(stakes.stake)
    if stakes.most:
        yield word("at_most").format(n=amount(stakes.most))
    if stakes.fee != "none":
        yield word(f"fee_{stakes.fee}")


def _time(ms: int) -> str:
    if ms % 60_000 == 0:
        return word("minutes").format(n=ms // 60_000)
    return word("seconds").format(n=f"{ms / 1000:g}")
