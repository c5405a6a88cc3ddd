"""The words that a table's page carries: those of other games and of what was not agreed stay behind."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from zaria.club.play.terms_text import clock_text
from zaria.club.site import i18n
from zaria.games.registry import CHESS_GAMES, GAMES
from zaria.games.tables.game import TablesGame
from zaria.match.terms import ClockTerms
from zaria.match.view import Family

register = template.Library()

_SAFE = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}

_AGREED: Mapping[str, tuple[str, ...]] = {
    "cube_on": (
        "double_",
        "decline_loses",
        "cube_",
        "taken",
        "dropped",
        "by_dropped",
        "crawford",
        "raise",
        "with_jacoby",
    ),
    "from_position": ("from_position",),
    "beaver": ("beaver", "with_beaver"),
    "raccoon": ("raccoon", "with_raccoon"),
    "auto_doubles": ("auto_doubled", "with_auto"),
    "stakes": ("stake", "fee", "at_most", "pair_limit_staked"),
    "rated": ("rated", "members_only", "sign_in"),
    "tournament": ("tournament_", "annulled", "next_match_"),
    "local": ("local",),
    "can_finish": ("session",),
    "start_score": ("handicap",),
}
"""Fields of the view, and what the words begin with that are of no use without them."""

_FAMILIES: Mapping[Family, tuple[str, ...]] = {
    "squares": (
        "offer_draw", "draw_offer", "draw_accepted", "draw_refused", "leave_free", "void",
        "by_agreement", "why_", "count_", "counter", "pieces", "captures", "housed", "promote", "empty",
        "light_square", "caught", "reachable", "my_", "foe_", "planned",
    ),
    "tables": (
        "roll", "bear", "resign_", "opening_tie", "pass", "no_stage", "stage_", "later", "play_on",
        "finishes", "own_roll", "again", "race_", "game_number", "crawford", "restarted", "stuck", "double",
        "decline_loses", "waits_answer", "points", "mars", "koks", "home_", "draw_long", "kind_resigned",
        "kind_decided", "by_decided", "result_",
        "you_won_game", "you_lost_game", "won_game", "next_game",
        "verify", "checking", "seal", "secret", "seed", "how",
        "score", "pips", "length", "one_game", "to_points", "cube", "raises_",
        "left", "right", "point", "bar", "hand", "their_point", "counts",
        "pinned_", "dice_are", "opponent", "starts", "undone", "turn_ready",
        "off_text", "dice_sum", "far_left",
    ),
}  # fmt: skip
"""Prefixes of keys that only games of one kind use."""


_READY = (
    "ready_call", "ready_host", "ready_ready", "ready_found", "ready_asked", "ready_invited", "ready_not",
    "ready_until",
)  # fmt: skip
"""Prefixes of keys that only tables use that wait for a while."""

_DRAUGHTS = (
    "why_quiet", "why_no_pieces", "why_blocked", "why_house", "why_late_house", "why_r1", "why_r2", "why_r3",
    "why_r4", "why_one_king", "why_three_one", "why_two_one", "why_kings", "count_quiet", "count_late_house",
    "count_r1", "count_r2", "count_r3", "count_r4", "count_one_king", "count_three_one", "count_two_one",
    "count_kings", "count_lone_king", "why_lone_king", "why_one_each", "pieces_man", "pieces_king", "my_man",
    "my_king", "foe_man", "foe_king",
)  # fmt: skip
"""Keys that chess does not use: endings and pieces of other board games."""


@register.simple_tag
def table_words(words: Mapping[str, i18n.Word], view: Mapping[str, Any]) -> SafeString:
    """The element `words` of the page that shows the state `view`."""
    left_out = tuple(_useless(view))
    keys = {f"game_{name}" for name in ("number", view["game"], view["now"], *view["rotation"])}
    keys |= {word for name, value in view["options"].items() for word in (name, f"{name}_{value}")}
    clock = view["clock_terms"]
    keys.add(_clock_key(clock))
    if view["phase"] == "open":  # "how" leaves it out where no dice are checked
        keys.add("how_to_play")
    if view.get("start_score"):  # "hand" leaves these out where no checker waits in hand
        keys |= {"handicap", "handicap_long"}
    every = i18n.of_game(words, view["now"])
    used = {k: word for k, word in every.items() if k in keys or not k.startswith(left_out)}
    if clock and (clock.get("days") or clock.get("pool")):
        used |= {unit: every[unit] for unit in ("clock_d", "clock_h", "minutes")}
        # The page is given the whole sentence: its rules would weigh on the script of every table.
        used[_clock_key(clock)] = clock_text(msgspec.convert(clock, ClockTerms))
    text = json.dumps(used, ensure_ascii=False, separators=(",", ":")).translate(_SAFE)
    return format_html('<script id="words" type="application/json">{}</script>', mark_safe(text))


def _useless(view: Mapping[str, Any]) -> Iterator[str]:
    """Prefixes of keys that this table does not use."""
    yield from ("game_", "clock_", *i18n.LATE)
    for family, starts in _FAMILIES.items():
        if family != view["family"]:
            yield from starts
    for name in _options():
        yield f"{name}_" if name in view["options"] else name
    for field, starts in _AGREED.items():
        if not view.get(field):
            yield from starts
    if view["game"] in CHESS_GAMES:
        yield from _DRAUGHTS
    if not view["options"].get("paritet"):
        yield "last_turn"
    if not view.get("hand"):
        yield from ("race_", "hand", "their_point")
    if view["phase"] != "open" and (view["phase"] != "over" or view["result"]):
        yield from ("ready", "cancelled")
    if view["phase"] == "open" and view["until"] is None:
        yield from _READY
    if not view["delayed"]:
        yield "delayed"
    if view.get("training"):
        yield "treat_"
    if not GAMES[view["now"]].game.is_board:
        yield from _other_rolls(tuple(view["rotation"]))
    if len(view["rotation"]) == 1:
        yield from ("rotation", "next_is")


@cache
def _other_rolls(rotation: tuple[str, ...]) -> tuple[str, ...]:
    """The beginnings of keys about rolls and checkers that none of these games knows."""
    played = [GAMES[name].game for name in rotation]
    rules = [game.options for game in played if isinstance(game, TablesGame)]
    if len(rules) < len(played):
        return ()
    climbs = any(options.doublets == "ladder" for options in rules)
    passes = any(options.rest != "none" for options in rules)
    pins = any(options.contact == "pin" for options in rules)
    return (
        *(() if climbs else ("stage_", "again")),
        *(() if passes else ("play_on", "finishes", "own_roll")),
        *(() if climbs or passes else ("later",)),
        *(() if pins else ("restarted", "pinned_")),
    )


def _clock_key(clock: Mapping[str, Any] | None) -> str:
    """Key of the words of a clock, as `clockText` of `ui/dom.js` chooses it."""
    if clock is None:
        return "no_clock"
    delay, bank, increment = (clock.get(part, 0) for part in ("delay", "bank", "increment"))
    if not delay:
        return "clock_increment" if increment else "clock_bank"
    if increment:
        return "clock_all"
    return "clock_reserve" if bank else "clock_delay"


@cache
def _options() -> tuple[str, ...]:
    """Names of all that tables may agree on; a win of the same name keeps its word."""
    names = {name for info in GAMES.values() for name, _values in info.game.choices}
    return tuple(sorted(names - {"mars", "koks", "home_mars"}))
