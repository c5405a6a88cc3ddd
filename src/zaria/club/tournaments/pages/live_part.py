"""The part of a tournament's page that changes while it is played, the same for all readers.

It follows from the events, and the process caches it until the next event. Only the scores of running boards
change without an event.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from zaria.club.federations.queries import find_federation
from zaria.club.games.catalogue import TITLES
from zaria.club.play import terms_text
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.tournaments import history, queries, texts
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.pages import brackets, chronology, meetings, standings
from zaria.club.tournaments.pages.bracket_boxes import Boxes
from zaria.club.tournaments.pages.conditions_text import conditions_of
from zaria.club.tournaments.pages.people import people
from zaria.club.tournaments.pages.place_groups import place_groups
from zaria.club.tournaments.pages.steps import round_title, steps
from zaria.live.sockets.protocol.cards import Card
from zaria.tournaments.state import TournamentState

KEPT = 200
"""Parts that this process caches."""

WINNERS = 3
"""Places on the podium."""

MOST_SEATS = 16
"""The most seats of a tournament of which the free ones are drawn."""

MOST_DIGITS = 6


class Place(NamedTuple):
    """The part of each list in an address: pages from 1, `round` and `before` from 1 (0: the last)."""

    page: int = 1
    round: int = 0
    pairs: int = 1
    before: int = 0


class LivePart(NamedTuple):
    """The data of the part; `running` are the ids of the matches shown as boards."""

    row: Tournament
    state: TournamentState
    place: Place
    running: tuple[str, ...]
    more_running: int

    def tag(self, cards: Sequence[Card]) -> str:
        """The ETag, which changes with each event, the language, and the scores shown."""
        scores = [(card.id, card.n) for card in cards]
        of = f"{self.row.pk}|{self.row.events}|{get_language()}|{self.place}|{scores}"
        return f'"{hashlib.blake2b(of.encode(), digest_size=12).hexdigest()}"'


def place_of(parameters: QueryDict) -> Place:
    """Return the part that an address asks for; invalid parameters are ignored."""
    return Place(
        page=max(1, _number(parameters, "page")),
        round=_number(parameters, "round"),
        pairs=max(1, _number(parameters, "pairs")),
        before=_number(parameters, "before"),
    )


def part(row: Tournament, place: Place) -> LivePart:
    """Read the data of the part."""
    state = history.state(row)
    running: list[str] = []
    if state.phase == "playing":
        open_ones = Pairing.objects.filter(tournament=row, how="", opened_at__isnull=False)
        ids = open_ones.order_by("number", "place").values_list("match_id", flat=True)
        running = [match_id for match_id in ids if match_id]
    most = meetings.MOST_BOARDS
    return LivePart(row, state, place, tuple(running[:most]), max(0, len(running) - most))


def html(part: LivePart, cards: Sequence[Card]) -> SafeString:
    """Return the part as HTML."""
    tag = part.tag(cards)
    cached = _parts.get(tag)
    if cached is not None:
        return cached
    drawn = render_to_string("zaria/tournaments/_live.html", _context(part, cards))
    _parts.put(tag, drawn)
    return drawn


_parts: BoundedCache[str, SafeString] = BoundedCache(KEPT)


def _number(parameters: QueryDict, name: str) -> int:
    text = parameters.get(name, "")[:MOST_DIGITS]
    return int(text) if text.isascii() and text.isdigit() else 0


def _context(part: LivePart, cards: Sequence[Card]) -> dict[str, Any]:
    row, state, place = part.row, part.state, part.place
    begun = bool(state.field.order)
    drawn = brackets.brackets(state)
    crossed = standings.tables(state) if begun else []
    pairings = meetings.pairings(row.pk) if drawn or crossed else {}
    context = facts(row, state) | {
        "place": place,
        "more_boards": part.more_running,
        "steps": steps(row, state),
        "events": row.events,
    }
    if begun:
        context |= _standings(row, state, place)
        context |= {"winners": _winners(row, state)} if state.phase == "over" else {}
        context |= _brackets(row, state, drawn, pairings, cards)
        context["tables"] = _tables(row, state, crossed, meetings.match_ids(pairings))
        context |= _round(row, state, place)
    else:
        context |= _entrants(row, state, place)
    context |= _draw(row, state)
    context["chronology"] = chronology.chronology(row.pk, state, place.before)
    return context


def _standings(row: Tournament, state: TournamentState, place: Place) -> dict[str, Any]:
    """Return the standings; those of a running knock-out are the groups of places still possible."""
    columns = FORMAT_WORDS[state.terms.format].columns
    if groups := place_groups(state):
        names = people(row.pk, state.field.entrants)
        return {"columns": columns, "place_groups": [(group, group.people(names)) for group in groups]}
    every = standings.standings(row.pk, row.events, state)
    pages = max(1, -(-len(every) // standings.SIZE))
    number = min(place.page, pages)
    first = (number - 1) * standings.SIZE
    shown = every[first : first + standings.SIZE]
    names = people(row.pk, [line.player for line in shown])
    entries = Entry.objects.filter(tournament=row, prize__gt=0)
    prizes = dict(entries.values_list("player", "prize")) if state.phase == "over" else {}
    return {
        "columns": columns,
        "standings": standings.rows(state, shown, first + 1, names, prizes),
        "has_prizes": bool(prizes),
        "page": number,
        "pages": pages,
    }


def _entrants(row: Tournament, state: TournamentState, place: Place) -> dict[str, Any]:
    """Return the entrants before the start in the order of their entries, and the free seats."""
    every = Entry.objects.filter(tournament=row, active=True).order_by("at", "pk")
    pages = max(1, -(-row.players // standings.SIZE))
    number = min(place.page, pages)
    shown = list(every[(number - 1) * standings.SIZE : number * standings.SIZE])
    names = people(row.pk, [entry.player for entry in shown])
    return {
        "entrants": [(names[entry.player], entry.rating) for entry in shown],
        "free_seats": range(_free_seats(row, state) if number == pages else 0),
        "page": number,
        "pages": pages,
    }


def _free_seats(row: Tournament, state: TournamentState) -> int:
    """Return the number of free seats to draw: all of a small tournament, else what it still needs."""
    if state.phase != "open":
        return 0
    is_small = queries.has_limit(state.terms) and state.terms.most <= MOST_SEATS
    return max(0, (state.terms.most if is_small else state.terms.least) - row.players)


def _winners(row: Tournament, state: TournamentState) -> list[dict[str, Any]]:
    entries = list(Entry.objects.filter(tournament=row, place__lte=WINNERS).order_by("place"))
    names = people(row.pk, [entry.player for entry in entries])
    return [
        {
            "place": entry.place,
            "person": names[entry.player],
            "prize": texts.money(entry.prize, state.terms.unit) if entry.prize else "",
        }
        for entry in entries
    ]


def _brackets(
    row: Tournament,
    state: TournamentState,
    drawn: Sequence[brackets.Bracket],
    pairings: Mapping[tuple[int, int], Pairing],
    cards: Sequence[Card],
) -> dict[str, Any]:
    """Return the brackets, and the running matches whose boards are not in them."""
    slots = {
        (slot.number, slot.place) for bracket in drawn for column in bracket.columns for slot in column.slots
    }
    drawable = {key: pairing for key, pairing in pairings.items() if key in slots}
    names = people(row.pk, brackets.players(drawn))
    boxes = Boxes(state, names, drawable, {card.id: card for card in cards})
    shown = [boxes.bracket(bracket) for bracket in drawn]
    with_boards = {
        box.match_id
        for bracket in shown
        for column in bracket.columns
        for box in column.boxes
        if box.has_board
    }
    return {"brackets": shown, "boards": [card for card in cards if card.id not in with_boards]}


def _tables(
    row: Tournament,
    state: TournamentState,
    crossed: Sequence[Sequence[str]],
    ids: Mapping[tuple[int, int], str],
) -> list[standings.CrossTable]:
    names = people(row.pk, [player for table in crossed for player in table])
    several = len(crossed) > 1
    return [
        standings.cross_table(state, players, texts.group_name(at) if several else "", names, ids)
        for at, players in enumerate(crossed)
    ]


def _round(row: Tournament, state: TournamentState, place: Place) -> dict[str, Any]:
    """Return the requested round, or the last. An arena has its latest meetings first."""
    numbers = meetings.paired_numbers(state)
    number = place.round if place.round in numbers else state.number
    every = meetings.listed_meetings(state, number)
    if state.terms.info.continuous:
        every.reverse()
    pages = max(1, -(-len(every) // meetings.SIZE))
    page = min(place.pairs, pages)
    shown = every[(page - 1) * meetings.SIZE : page * meetings.SIZE]
    pairings = meetings.pairings(row.pk, [(number, place) for place, _meeting in shown])
    names = people(row.pk, {player for _place, meeting in shown for player in meeting.players})
    games = meetings.games(shown, number, pairings, names, meetings.repeats(state, number))
    if note := meetings.waiting_note(state, number):  # its results count again if the same players reach it
        games = [game._replace(note=game.note or note) for game in games]
    return {
        "round": number,
        "rounds": numbers,
        "games": games,
        "pairs_page": page,
        "pairs_pages": pages,
    }


def _draw(row: Tournament, state: TournamentState) -> dict[str, Any]:
    """Return the draw: its seal, its order and, at the end, its secret, from which lots follow."""
    over = state.phase in ("over", "cancelled")
    shown = dict(islice(state.drawn.items(), standings.SIZE))
    names = people(row.pk, shown)
    return {
        "secret": state.secret.hex() if over else "",
        "order": [(player, names[player], nonce) for player, nonce in shown.items()],
        "more_order": len(state.drawn) - len(shown),
        "drawn": " ".join(f"{player}:{nonce}" for player, nonce in state.drawn.items()),
        "has_nonces": any(state.drawn.values()) or state.phase == "open",
    }


def facts(row: Tournament, state: TournamentState) -> dict[str, Any]:
    """Return the context of the facts of a tournament."""
    terms = state.terms
    return {
        "row": row,
        "state": state,
        "terms": terms,
        "title": queries.title_of(row),
        "game": TITLES[row.game],
        "format": FORMAT_WORDS[terms.format].title,
        "explanation": FORMAT_WORDS[terms.format].explanation,
        "drawn": texts.drawn(terms),
        "match_terms": terms_text.terms_parts(terms.match),
        "round_title": round_title(state),
        "conditions": list(conditions_of(terms)),
        "fee": texts.money(terms.fee, terms.unit) if terms.fee else "",
        "fee_parts": texts.fee_parts(terms),
        "bonus": texts.money(terms.bonus, terms.unit) if terms.bonus else "",
        "has_limit": queries.has_limit(terms),
        "prizes": prizes(row, state),
        "time_limit": texts.time_limit(terms.absent_ms),
        "federation": find_federation(terms.federation) if terms.federation else None,
    }


def prizes(row: Tournament, state: TournamentState) -> list[str]:
    """Return the current prizes by place, with their unit."""
    if state.phase == "over":
        won = (
            Entry.objects.filter(tournament=row, prize__gt=0)
            .order_by("place")
            .values_list("prize", flat=True)
        )
        return [texts.money(prize, state.terms.unit) for prize in won]
    return [
        texts.money(prize, state.terms.unit) for prize in queries.prizes_now(state.terms, paid(row, state))
    ]


def paid(row: Tournament, state: TournamentState) -> int:
    """Return the number of fees that are paid or held."""
    return row.players if state.phase == "open" else len(state.ratings)
