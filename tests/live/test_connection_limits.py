"""Addresses: whose a connection is, and how many one may hold."""

import logging

import pytest

from zaria.live.counts import Histogram, Offences
from zaria.live.sockets.connection_limits import AddressLimits, ConnectionLimits, group, is_local, networks

PROXIES = networks(["10.0.0.0/8", "fd00::1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("1.2.3.4", "5.6.7.8", "1.2.3.4"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "5.6.7.8", "5.6.7.8"),
        ("10.0.0.1", "6.6.6.6, 5.6.7.8", "5.6.7.8"),
        ("10.0.0.1", "6.6.6.6, 5.6.7.8, 10.9.9.9", "5.6.7.8"),
        ("fd00::1", "2001:db8::1", "2001:db8::1"),
        ("::ffff:10.0.0.1", "5.6.7.8", "5.6.7.8"),
        ("10.0.0.1", "no address", "no address"),
    ],
)
def test_only_known_proxies_are_believed(peer: str, forwarded: str | None, address: str) -> None:
    assert ConnectionLimits(proxies=PROXIES).address(peer, forwarded) == address
    assert ConnectionLimits().address(peer, forwarded) == peer


def test_what_counts_as_one_address() -> None:
    assert group("1.2.3.4") == group("::ffff:1.2.3.4") == "1.2.3.4"
    assert group("2001:db8::1") == group("2001:db8::ffff:1") != group("2001:db8:0:1::1")
    assert len(group("x" * 1000)) == 64
    assert all(map(is_local, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_local, ("10.0.0.1", "", "localhost")))


def test_sockets_of_an_address() -> None:
    gate = ConnectionLimits(AddressLimits(sockets=2))
    assert [gate.enter("1.2.3.4") for _ in range(3)] == [True, True, False]
    assert gate.enter("1.2.3.5")
    gate.leave("1.2.3.4")
    assert [gate.enter("1.2.3.4") for _ in range(2)] == [True, False]
    assert all(gate.enter("127.0.0.1") for _ in range(9))
    assert all(ConnectionLimits(AddressLimits(sockets=0)).enter("1.2.3.4") for _ in range(99))


def test_connections_of_an_address() -> None:
    gate = ConnectionLimits(AddressLimits(connections=2), PROXIES)
    assert [gate.connected("1.2.3.4") for _ in range(3)] == [True, True, False]
    for _ in range(2):
        gate.disconnected("1.2.3.4")
    assert gate.connected("1.2.3.4")
    assert all(gate.connected("10.0.0.1") for _ in range(9)), "a proxy brings everybody"
    assert ConnectionLimits(AddressLimits(connections=1, local=True)).connected("127.0.0.1")


def test_nothing_is_kept_of_who_has_gone() -> None:
    gate = ConnectionLimits()
    for i in range(100):
        gate.connected(f"1.2.3.{i}")
        gate.enter(f"1.2.3.{i}")
    for i in range(100):
        gate.disconnected(f"1.2.3.{i}")
        gate.leave(f"1.2.3.{i}")
    assert not gate._connections
    assert not gate._sockets


def test_an_offence_is_written_down_once(caplog: pytest.LogCaptureFixture) -> None:
    offences = Offences()
    with caplog.at_level(logging.WARNING, "zaria.live.counts"):
        for _ in range(50):
            offences.by("1.2.3.4", "flood")
            offences.by("1.2.3.5", "flood")
    assert offences["flood"] == 100
    assert len(caplog.records) == 2


def test_histogram() -> None:
    histogram = Histogram((1, 10))
    for value in (0, 1, 2, 10, 11):
        histogram.add(value)
    assert histogram.counts == [2, 2, 1]
    assert histogram.total == 24
