"""Draws follow from the secret and the entrants alone, and favour nobody."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import WON, refused
from tests.tournaments.test_formats import new_simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import decode_document, encode_document, make_document, verify_document
from zaria.tournaments.draw import draw_key, drawn_order, is_nonce
from zaria.tournaments.simulation import Simulation

SECRET = bytes(range(32))


def test_an_order_follows_from_the_secret_as_the_page_says() -> None:
    ids = ["ann", "bob", "eve", "dan"]
    lots = {
        player: hmac.new(SECRET, f"t1|pairs|{player}".encode(), hashlib.sha256).hexdigest() for player in ids
    }
    assert drawn_order(SECRET, "t1", "pairs", ids) == sorted(ids, key=lots.__getitem__)
    assert drawn_order(SECRET, "t1", "pairs", ids[::-1]) == drawn_order(SECRET, "t1", "pairs", ids)


def test_the_key_has_the_nonces_of_all_entrants() -> None:
    nonces = {"bob": "", "ann": "0123456789abcdef", "eve": "f" * 64}
    text = f"t1|nonces|ann:0123456789abcdef|bob:|eve:{'f' * 64}"
    key = draw_key(SECRET, "t1", nonces)
    assert key == hmac.new(SECRET, text.encode(), hashlib.sha256).digest()
    assert key != draw_key(SECRET, "t2", nonces)
    keys = {draw_key(SECRET, "t1", nonces | {player: "0" * 16}) for player in nonces}
    assert len(keys | {key}) == 4, "each nonce changes it"
    assert draw_key(SECRET, "t1", dict.fromkeys(nonces, "")) == SECRET


@pytest.mark.parametrize(
    "nonce", ["ab", "0123456789ABCDEF", "0123456789abcdeg", "0" * 65, " " * 16, "0" * 15 + "|"]
)
def test_only_hexadecimal_digits_are_nonces(nonce: str) -> None:
    assert not is_nonce(nonce)
    simulation = new_simulation("knockout", 2)
    assert refused(simulation, cmd.Enter("late", nonce=nonce)) == "bad_nonce"
    assert refused(simulation, cmd.Replace("p1", "late", 0, "boss", "life", nonce)) == "bad_nonce"


def test_each_nonce_decides_the_order_and_is_verified() -> None:
    simulation = new_simulation("swiss", 0, rounds=2)
    for number in range(8):
        simulation.do(cmd.Enter(f"p{number}", nonce=f"{number:032x}" if number % 3 else ""))
    simulation.do(cmd.Withdraw("p7"))
    simulation.do(cmd.Replace("p5", "late", 0, "boss", "life happens", "ab" * 8))
    simulation.begin()
    simulation.do(cmd.Enter("after the start", nonce="cd" * 8))
    while simulation.tournament.phase == "playing":
        simulation.do(cmd.Report(simulation.tournament.number, simulation.tournament.waiting()[0], WON))
    drawn = simulation.tournament.drawn
    assert drawn == {player: drawn[player] for player in simulation.tournament.field.order[:7]}
    assert (drawn["p4"], drawn["p3"], drawn["late"]) == (f"{4:032x}", "", "ab" * 8)
    assert faults(simulation) == []
    for at, event in enumerate(simulation.events):
        if isinstance(event, ev.Entered | ev.Replaced) and event.nonce and event.player not in ("p5", "p7"):
            late = at > next(at for at, event in enumerate(simulation.events) if isinstance(event, ev.Begun))
            changed = [*simulation.events[:at], replace(event, nonce="0" * 16), *simulation.events[at + 1 :]]
            names = dict.fromkeys(simulation.tournament.ratings, "name")
            document = make_document(changed, names, 0, lambda *place: "-".join(map(str, place)))
            assert bool(verify_document(document)) != late, event


def faults(simulation: Simulation) -> list[str]:
    names = dict.fromkeys(simulation.tournament.ratings, "name")
    document = make_document(simulation.events, names, 0, lambda *place: "-".join(map(str, place)))
    return verify_document(decode_document(encode_document(document)))


def test_an_undone_replacement_brings_the_nonce_back() -> None:
    simulation = new_simulation("knockout", 0)
    simulation.do(cmd.Enter("ann", nonce="a" * 16))
    simulation.do(cmd.Enter("bob", nonce="b" * 16))
    simulation.do(cmd.Replace("ann", "eve", 0, "boss", "life happens", "e" * 16))
    simulation.do(cmd.Undo("boss", "they came"))
    simulation.begin()
    assert simulation.tournament.drawn == {"ann": "a" * 16, "bob": "b" * 16}


def test_every_order_is_as_likely() -> None:
    ids = "abcd"
    seen = Counter(
        "".join(drawn_order(number.to_bytes(32, "big"), "t", "pairs", ids)) for number in range(12_000)
    )
    expected = 12_000 / 24
    assert set(seen) == {"".join(order) for order in permutations(ids)}
    assert (
        sum((count - expected) ** 2 / expected for count in seen.values()) < 50
    )  # 23 degrees of freedom: 99.9 %


def test_draws_of_one_tournament_differ() -> None:
    ids = [f"p{number}" for number in range(50)]
    orders = {tuple(drawn_order(SECRET, "t", purpose, ids)) for purpose in ("pairs", "groups", "places")}
    assert len(orders) == 3
