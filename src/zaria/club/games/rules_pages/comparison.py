"""A game beside those that it is most easily taken for.

The table is derived from the games' own options, so that it cannot differ from the rules.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.games.rules_pages import board_comparison
from zaria.club.games.rules_pages.typography import unbroken
from zaria.games.contact import ContactRule
from zaria.games.protocols import GameKind
from zaria.games.registry import GAMES

NONE = board_comparison.NONE


class Difference(NamedTuple):
    """A row in which two games differ: its title, and the cell of the game and of the one beside it."""

    title: str
    cell: str
    cell_beside: str


def are_comparable(game: str, beside: str) -> bool:
    """Return whether two games are of one kind, and each a game by itself."""
    infos = GAMES[game], GAMES[beside]
    return infos[0].game.kind == infos[1].game.kind and all(len(info.game.rotation) == 1 for info in infos)


def comparable(game: str) -> list[str]:
    """Return the games that a game is compared to, the most similar first."""
    return [beside for beside in GAMES[game].neighbours if are_comparable(game, beside)]


def differences(game: str, beside: str) -> list[Difference]:
    """Return what differs between two games that are comparable."""
    compared = _ROWS[GAMES[game].game.kind]()
    rows = [Difference(title, unbroken(tell(game)), unbroken(tell(beside))) for title, tell in compared]
    return [row for row in rows if row.cell != row.cell_beside]


def table(name: str) -> SafeString:
    """The comparison as an HTML table: a column a game, a row a difference."""
    shown = [game for game in (name, *GAMES[name].neighbours) if len(GAMES[game].game.rotation) == 1]
    compared = _ROWS[GAMES[name].game.kind]()
    rows = [(title, [tell(game) for game in shown]) for title, tell in compared]
    heads = format_html_join("", '<th scope="col">{}</th>', ((_link(game, name),) for game in shown))
    body = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (title, format_html_join("", "<td>{}</td>", ((unbroken(cell),) for cell in cells)))
            for title, cells in rows
            if set(cells) != {NONE}
        ),
    )
    return format_html(
        '<div class="across"><table class="beside{}">'
        "<thead><tr><td></td>{}</tr></thead><tbody>{}</tbody></table></div>",
        " about" if shown[0] == name else "",
        heads,
        body,
    )


def _link(game: str, name: str) -> SafeString:
    if game == name:
        return format_html("{}", TITLES[game])
    return format_html('<a href="/rules/{}">{}</a>', game, TITLES[game])


def _rows() -> tuple[tuple[str, Callable[[str], str]], ...]:
    return (
        (_("Set-up"), _setup),
        (_("Direction"), _direction),
        (_("A lone checker"), _contact),
        (_("Who wins the opening roll"), _opening),
        (_("A doublet"), _doublets),
        (_("What you can't play"), _rest),
        (_("From the head"), _head),
        (_("The first turn"), _first),
        (_("Six points in a row"), _six),
        (_("A win counts"), _points),
        (_("Two points when the loser has"), lambda name: _condition(name, _twice())),
        (_("Three points when the loser has"), lambda name: _condition(name, _thrice())),
    )


def _options(name: str) -> Any:
    """The rules of a game that has a road, None for one without."""
    game = games.dice_game(name)
    return game.options if game.contact.shares_road else None


def _setup(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("fifteen in hand")
    return {
        "standard": _("2, 5, 3, 5 on four points"),
        "head": _("all on the 24-point"),
        "nack": _("2, 2, 4, 3, 4 on five points"),
        "hyper": _("three checkers, on 24, 23 and 22"),
    }[options.setup]


def _direction(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("checkers stay where they are")
    return _("the same way round") if options.direction == "parallel" else _("towards each other")


def contact_words() -> Mapping[ContactRule, str]:
    """Fate of a lone checker, in the reader's language."""
    return {
        ContactRule.HIT: _("is hit"),
        ContactRule.PIN: _("is pinned"),
        ContactRule.SINGLE: _("holds its point"),
        ContactRule.NONE: _("nobody touches it"),
    }


def _contact(name: str) -> str:
    return contact_words()[games.dice_game(name).contact]


def _opening(name: str) -> str:
    return _("plays those dice") if games.dice_game(name).opening == "play" else _("rolls again")


def _doublets(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("two to four moves, depending on the stage")
    if options.doublets == "ladder":
        return _("that number and all above it, {n} each").format(n=options.ladder)
    return _("four moves, then another roll") if options.roll_again else _("four moves")


def _rest(name: str) -> str:
    words = {
        "none": _("is lost"),
        "ladder": _("the opponent plays the rest of a started doublet"),
        "any": _("the opponent plays it"),
    }
    options = _options(name)
    return words["none" if options is None else options.rest]


def _head(name: str) -> str:
    options = _options(name)
    if options is None or options.setup != "head":
        return NONE
    if options.first_away:
        return _("one, until it reaches the other start")
    return _("one checker per turn") if options.head else _("as many as you like")


def _first(name: str) -> str:
    options = _options(name)
    if options is None:
        return NONE
    if options.first_long_move != "off":
        return _("one checker plays the whole roll")
    return {
        "none": NONE,
        "three": _("two from the head if 3-3, 4-4 or 6-6 needs it"),
        "nardy": _("two from the head if 3-3, 4-4 or 6-6 needs it"),
        "fivestars": _("the same, and a list for the second player"),
        "principle": _("two from the head if one can't play the roll"),
    }[options.head_list]


def _six(name: str) -> str:
    options = _options(name)
    if options is None:
        return NONE
    if options.quarter_limit != "off":
        return {
            "own": _("not in the own first quarter, nor to shut everyone in"),
            "other": _("at most four in the other's first quarter"),
        }[options.quarter_limit]
    return _("allowed") if options.six_block == "off" else _("only with an opposing checker ahead of them")


def _points(name: str) -> str:
    game = games.dice_game(name)
    points = ", ".join(str(points) for points, _kind in game.classes)
    return _("{points} for the side left behind").format(points=points) if game.misere else points


def _condition(name: str, words: dict[str, str]) -> str:
    """Condition under which a win counts more."""
    options = _options(name)
    if options is None:
        return NONE
    return _("as in tabla, but for the winner") if options.misere else words.get(options.scoring, NONE)


def _twice() -> dict[str, str]:
    far = _("not all at home")
    none = _("borne off none")
    home = _("borne off none, not all at home")
    return {"tabla": none, "tabla12": none, "tapa": far, "gulbara": far, "fivestars": far, "nardy": home}


def _thrice() -> dict[str, str]:
    return {
        "tabla": _("borne off none, and one on the bar or in the winner's home"),
        "tapa": _("one in the winner's home"),
        "gulbara": _("one on 24 to 19 or in the winner's home"),
        "fivestars": _("one on the bar or on 24 to 19"),
        "nardy": _("borne off none, but all at home"),
    }


_ROWS: Mapping[GameKind, Callable[[], tuple[tuple[str, Callable[[str], str]], ...]]] = {
    "dice": _rows,
    "board": board_comparison.rows,
}
