"""The bounded cache."""

from concurrent.futures import ThreadPoolExecutor

from zaria.club.site.bounded_cache import BoundedCache


def test_the_value_whose_use_is_longest_ago_makes_room() -> None:
    cache = BoundedCache[str, int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
    cache.put("a", 4)
    cache.put("d", 5)
    assert [cache.get(key) for key in "acd"] == [4, None, 5], "storing a value again is a use"


def test_a_value_is_fresh_for_a_while_from_when_it_was_stored() -> None:
    seconds = 100.0
    cache = BoundedCache[str, int](2, 10, clock=lambda: seconds)
    cache.put("a", 1)
    seconds = 109.9
    assert cache.get("a") == 1
    seconds = 110.0
    assert cache.get("a") is None, "reading it has not made it fresh again"
    assert len(cache) == 0
    cache.put("a", 2)
    assert "a" in cache


def test_values_are_dropped_on_demand() -> None:
    cache = BoundedCache[str, int](3)
    for key in "abc":
        cache.put(key, 1)
    cache.forget("a")
    cache.forget("z")
    assert [key in cache for key in "abc"] == [False, True, True]
    cache.clear()
    assert len(cache) == 0


def test_threads_share_it() -> None:
    cache = BoundedCache[int, int](8)

    def use(thread: int) -> None:
        for number in range(2000):
            key = (thread + number) % 16
            cache.put(key, key)
            assert cache.get(key) in (key, None)
            cache.forget((key + 1) % 16)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(use, range(4)))
    assert len(cache) <= 8
