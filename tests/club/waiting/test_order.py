"""The next table, and the order in which tables stand."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.club.by_day_tables import DAY, HOUR, day_table
from zaria.club.waiting.order import arranged, moved_before, next_table, put_last, with_skipped
from zaria.club.waiting.waits import TableWait, waits_of

NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)


def ids(waits: list[TableWait]) -> str:
    return "".join(wait.id for wait in waits)


def next_id(waits: list[TableWait], skipped: list[list[object]], current: str = "") -> str | None:
    wait = next_table(waits, skipped, current)
    return None if wait is None else wait.id


def test_own_turns_come_first_and_each_by_the_time_left() -> None:
    tables = [
        day_table("a", waits_for=1, days=1),
        day_table("b", days=None),
        day_table("c", days=5),
        day_table("d", ("bob", "ann"), waits_for=1, days=2),
        day_table("e", ("bob", "joe")),
    ]
    waits = waits_of("ann", tables)
    assert ids(waits) == "dcba"
    assert [wait.is_own_turn for wait in waits] == [True, True, True, False]
    assert (waits[0].side, waits[0].score, waits[1].score) == (1, (1, 2), (2, 1))
    assert waits[0].opponent is not None
    assert waits[0].opponent.name == "Bob"


def test_who_skips_goes_on_to_the_others_and_comes_round() -> None:
    waits = waits_of("ann", [day_table(name, days=n) for n, name in enumerate("abc", 1)])
    assert next_id(waits, []) == "a"
    skipped = with_skipped(waits, [], "a")
    assert next_id(waits, skipped) == "b"
    skipped = with_skipped(waits, skipped, "b")
    assert next_id(waits, skipped) == "c"
    skipped = with_skipped(waits, skipped, "c")
    assert next_id(waits, skipped) == "a"
    skipped = with_skipped(waits, skipped, "a")
    assert [pair[0] for pair in skipped] == ["b", "c", "a"]


def test_a_table_that_waits_anew_is_skipped_no_more() -> None:
    before = waits_of("ann", [day_table("a", days=1), day_table("b", days=2)])
    skipped = with_skipped(before, [], "a")
    again = waits_of("ann", [day_table("a", since=HOUR, days=1), day_table("b", days=2)])
    assert next_id(again, skipped) == "a"
    assert with_skipped(again, skipped, "b") == [["b", 0]]


def test_the_table_at_which_one_sits_is_not_the_next() -> None:
    waits = waits_of("ann", [day_table("a"), day_table("b", waits_for=1)])
    assert next_id(waits, [], "a") is None
    assert next_id(waits, [], "b") == "a"
    assert with_skipped(waits, [], "b") == [], "it waits for the opponent"


@given(NAMES, NAMES, st.data())
def test_an_own_order_holds_each_table_once(shown: list[str], stored: list[str], data: st.DataObject) -> None:
    waits = waits_of("ann", [day_table(name, since=n * DAY) for n, name in enumerate(shown)])
    order = arranged(waits, stored)
    assert sorted(ids(order)) == sorted(shown)
    assert [name for name in ids(order) if name in stored] == [name for name in stored if name in shown]
    if shown:
        moved, target = data.draw(st.sampled_from(shown)), data.draw(st.sampled_from(shown))
        last = put_last(ids(order), moved)
        assert (last[-1], sorted(last)) == (moved, sorted(shown))
        earlier = moved_before(ids(order), moved, target)
        assert sorted(earlier) == sorted(shown)
        if moved != target:
            assert earlier[earlier.index(moved) + 1] == target


def test_a_table_may_outlive_the_account_of_its_player() -> None:
    assert waits_of("ann", [day_table("a", ("joe", "bob"))]) == []
