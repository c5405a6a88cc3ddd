"""The terms of a table in words, as the lobby and the sheet about a table tell them."""

from collections.abc import Iterator
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games import TITLES
from zaria.club.languages import word
from zaria.club.play.options import OPTIONS
from zaria.games.squares import FAMILY
from zaria.live.protocol import Card
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms

Fact = tuple[Any, Any]


def clock(terms: ClockTerms | None) -> str:
    """A clock in words."""
    if terms is None:
        return word("no_clock")
    parts = []
    if terms.bank:
        parts.append(_time(terms.bank))
    if terms.increment:
        parts.append(f"+ {_time(terms.increment)}")
    if terms.delay:
        parts.append(word("a_move").format(time=_time(terms.delay)))
    return (" " if terms.increment else ", ").join(parts)


def amount(cents: int) -> str:
    """A sum of the smallest unit, as people write it."""
    return formats.number_format(cents / 100, decimal_pos=2, use_l10n=True, force_grouping=True)


def in_short(card: Card) -> str:
    """The terms of a table in a line."""
    parts = [
        word("to_points").format(n=card.length) if card.length > 1 else "",
        clock(card.clock),
        word("cube") if card.cube else "",
        word("own_rules") if card.options else "",
        word("rated") if card.rated else "",
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
    if terms.delayed:
        yield _("Onlookers"), _("See one move late")
    usual = {name: values[0] for name, values in games.get(terms.game).choices}
    for name, value in usual.items():
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
