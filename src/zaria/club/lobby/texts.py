"""The terms of a table in words, as the lobby and the sheet about a table tell them."""

from collections.abc import Iterator
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games import TITLES
from zaria.club.play.options import OPTIONS
from zaria.games.squares import FAMILY
from zaria.live.protocol import Card
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.web.words import HALL, WORDS

Fact = tuple[Any, Any]


def clock(terms: ClockTerms | None) -> str:
    """A clock in words."""
    if terms is None:
        return _(WORDS["no_clock"])
    parts = []
    if terms.bank:
        parts.append(_time(terms.bank))
    if terms.increment:
        parts.append(f"+ {_time(terms.increment)}")
    if terms.delay:
        parts.append(_(WORDS["a_move"]).format(time=_time(terms.delay)))
    return (" " if terms.increment else ", ").join(parts)


def amount(cents: int) -> str:
    """A sum of the smallest unit, as people write it."""
    return formats.number_format(cents / 100, decimal_pos=2, use_l10n=True, force_grouping=True)


def in_short(card: Card) -> str:
    """The terms of a table in a line."""
    parts = [
        _(WORDS["to_points"]).format(n=card.length) if card.length > 1 else "",
        clock(card.clock),
        _(WORDS["cube"]) if card.cube else "",
        _(HALL["own_rules"]) if card.options else "",
    ]
    return " · ".join(part for part in parts if part)


def facts(terms: Terms) -> Iterator[Fact]:
    """All that is agreed on, a name and a value each."""
    game = games.get(terms.game, **terms.options)
    yield _(WORDS["game"]), TITLES[terms.game]
    if game.family != FAMILY:
        yield _(WORDS["length"]), _length(terms)
        yield _(WORDS["cube"]), ", ".join(_cube(terms))
    if terms.stakes is not None:
        yield _(WORDS["stake"]), ", ".join(_stakes(terms.stakes))
    yield _(WORDS["clock"]), clock(terms.clock)
    if game.family != FAMILY:
        yield _(WORDS["home_side"]), _(WORDS["left" if terms.mirror else "right"])
    if terms.delayed:
        yield _("Onlookers"), _("See one move late")
    usual = {name: values[0] for name, values in games.get(terms.game).choices}
    for name, value in usual.items():
        words = OPTIONS[name]
        yield words.label, words.values[terms.options.get(name, value)]


def _length(terms: Terms) -> str:
    if terms.length == 1:
        return _(WORDS["one_game"])
    return _(WORDS["to_points"]).format(n=terms.length)


def _cube(terms: Terms) -> Iterator[str]:
    if not terms.cube:
        yield _(WORDS["no"])
        return
    yield _(WORDS["crawford" if terms.length > 1 and terms.crawford else "yes"])
    if terms.raises == "add":
        yield _(WORDS["raises_add"])
    if terms.beaver:
        yield _(WORDS["with_raccoon" if terms.raccoon else "with_beaver"])
    if terms.jacoby:
        yield _(WORDS["with_jacoby"])
    if terms.auto_doubles:
        yield _(WORDS["with_auto"]).format(n=terms.auto_doubles)


def _stakes(stakes: Stakes) -> Iterator[str]:
    yield amount(stakes.stake)
    if stakes.most:
        yield _(WORDS["at_most"]).format(n=amount(stakes.most))
    if stakes.fee != "none":
        yield _(WORDS[f"fee_{stakes.fee}"])


def _time(ms: int) -> str:
    if ms % 60_000 == 0:
        return _(WORDS["minutes"]).format(n=ms // 60_000)
    return _(WORDS["seconds"]).format(n=f"{ms / 1000:g}")
