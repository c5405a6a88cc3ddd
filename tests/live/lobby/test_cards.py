"""The lobby's card of a match, and the terms that strangers play on."""

import msgspec
import pytest
from msgspec.structs import replace

from zaria import games
from zaria.games.registry import GAMES
from zaria.live.lobby.speeds import PACES, Kind, Pace, kind_of, search_lengths, usual, usual_kind
from zaria.live.matches.cards import HIDDEN, OPEN, OVER, PLAYING, listing, start_time
from zaria.live.matches.live_match import Places
from zaria.live.sockets.protocol.cards import Card
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.dice_play.dice import Dice, seal
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.player_info import PlayerInfo
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms, speed

ANN = ev.Player("ann-id", "Ann", "#111111")
UNLISTED = ev.Player("ann-id", "Ann", "#111111", unlisted=True)
BOB = ev.Player("bob-id", "Bob", "#222222")
DICE = Dice(b"\7" * 32, "m1")
SEAL = seal(b"\7" * 32)
TERMS = Terms("tabla", length=3)


def events_of(terms: Terms, upto: int, until: int | None = None) -> tuple[list[ev.Event], Match]:
    """A table that was set at 1000, taken by Ann at 2000 and by Bob at 3000, where Ann resigns at 4000."""
    events: list[ev.Event] = [opened("m1", terms, SEAL, 1000, until)]
    match = evolve(None, events[0])
    script: list[tuple[int, cmd.Command]] = [
        (0, cmd.Sit(ANN, "0" * 32, SEAL)),
        (1, cmd.Sit(BOB, "1" * 32, SEAL)),
    ]
    for i, (side, command) in enumerate(script[:upto]):
        for event in decide(match, side, command, 2000 + 1000 * i, DICE):
            events.append(event)
            match = evolve(match, event)
    return events, match


def card_of(body: bytes) -> Card:
    return msgspec.json.decode(body, type=Card)


@pytest.mark.parametrize(
    ("public", "places", "seated", "shown"),
    [
        (True, (ANN, None), 0, OPEN),
        (True, (ANN, BOB), 0, HIDDEN),
        (True, (ANN, None), 2, PLAYING),
        (True, (ANN, BOB), 2, PLAYING),
        (True, (UNLISTED, None), 0, HIDDEN),
        (False, (ANN, None), 0, HIDDEN),
        (False, (ANN, None), 2, HIDDEN),
    ],
)
def test_who_sees_it(public: bool, places: Places, seated: int, shown: int) -> None:
    _, match = events_of(TERMS, seated)
    assert listing(match, places, public=public, since=1000, n=seated, by=0).shown == shown


def test_no_list_shows_the_match_of_an_unlisted_player() -> None:
    _, match = events_of(TERMS, 2)
    pupils = replace(match, players=(ANN, replace(BOB, unlisted=True)))
    assert listing(pupils, (None, None), public=True, since=1000, n=2, by=0).shown == HIDDEN


def test_a_card_tells_everything_but_ids() -> None:
    _, match = events_of(Terms("tabla", length=3, cube=True), 0, until=9000)
    listed = listing(match, (ANN, None), public=True, since=1000, n=0, by=0)
    assert listed.players == ("ann-id", None)
    assert b"ann-id" not in listed.body
    card = card_of(listed.body)
    assert card.players == (PlayerInfo("Ann", "#111111"), None)
    assert (card.state, card.until, card.by, card.length, card.cube, card.speed) == (
        *("open", 9000, 0, 3, True, "unlimited"),
    )


def test_members_and_rated_tables_are_marked() -> None:
    ann = msgspec.structs.replace(ANN, member=True, country="BG", face="fox1")
    bob = msgspec.structs.replace(BOB, member=True, robot=True)
    events, match = events_of(msgspec.structs.replace(TERMS, rated=True, clock=ClockTerms(delay=5_000)), 0)
    card = card_of(listing(match, (ann, bob), public=True, since=start_time(events), n=0).body)
    assert card.rated
    assert card.players[0] == PlayerInfo("Ann", "#111111", member=True, country="BG", face="fox1")
    assert card.players[1] == PlayerInfo("Bob", "#222222", member=True, robot=True)


def test_a_match_began_with_its_first_game() -> None:
    before, _ = events_of(TERMS, 1)
    after, match = events_of(TERMS, 2)
    assert (start_time(before), start_time(after)) == (1000, 3000)
    card = card_of(listing(match, (None, None), public=True, since=start_time(after), n=len(after) - 1).body)
    assert (card.state, card.until, [player and player.name for player in card.players]) == (
        *("playing", None, ["Ann", "Bob"]),
    )


def test_a_cancelled_table_is_over() -> None:
    _, match = events_of(TERMS, 0, until=9000)
    for event in decide(match, 0, cmd.Cancel(), 2000, DICE):
        match = evolve(match, event)
    listed = listing(match, (ANN, None), public=True, since=1000, n=2, by=0)
    assert (listed.shown, listed.players) == (OVER, ("ann-id", None))
    assert card_of(listed.body).players == (None, None)  # names of players who have left are not stored again


def test_options_are_on_the_card_where_they_are_not_the_usual() -> None:
    for name in GAMES:
        choices = games.get(name).choices
        assert listing(_open(name, {}), (None, None), public=True, since=0, n=0).body.count(b"options") == 0
        for option, values in choices:
            card = card_of(
                listing(_open(name, {option: values[-1]}), (None, None), public=True, since=0, n=0).body
            )
            assert card.options == ({option: values[-1]} if values[-1] != values[0] else {})


def _open(game: str, options: dict[str, str | int | bool]) -> Match:
    length = 3 if game in ("three-games", "tavli") else 1
    return evolve(None, opened("m1", Terms(game, options=options, length=length), SEAL, 1000))


@pytest.mark.parametrize("pace", PACES)
def test_every_game_has_its_terms_at_every_speed(pace: Pace) -> None:
    for name in GAMES:
        for length in search_lengths(name):
            for cube in (False, True):
                kind = kind_of(name, pace, length, cube=cube)
                assert (kind is None) == (cube and not games.get(name).cube), name
                if kind is not None:
                    terms = usual(kind)
                    terms.check_new()
                    assert (terms.length, terms.cube, speed(terms.clock)) == (length, cube, pace), name
        custom = usual_kind(name, pace)
        assert custom == kind_of(name, pace, custom.length, cube=custom.cube)


def test_what_is_played_without_a_length_is_the_shortest_match() -> None:
    """Pages and programs of earlier versions search so."""
    for name in GAMES:
        assert kind_of(name, "fast") == Kind(name, "fast", 3 if name in ("three-games", "tavli") else 1)


@pytest.mark.parametrize(
    ("game", "length", "cube"),
    [
        ("poker", 0, False),
        ("tabla", 2, False),
        ("tabla", 9, False),
        ("chess", 3, False),
        ("chess", 0, True),
        ("tabla-bg", 1, True),
        ("three-games", 1, False),
        ("x" * 40, 1, False),
    ],
)
def test_a_match_that_no_search_leads_to(game: str, length: int, cube: bool) -> None:
    assert kind_of(game, "normal", length, cube=cube) is None
    assert kind_of("tabla", "unlimited") is None
