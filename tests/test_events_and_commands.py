"""The docstring of an event says what happened, and that of a command what to do.

An event is past: "The terms were changed." A command is an imperative: "Cancel the tournament."
"""

import re
from typing import get_args

import pytest

from zaria.live.sockets.protocol import client
from zaria.match import commands as match_commands
from zaria.match import events as match_events
from zaria.tournaments import commands as tournament_commands
from zaria.tournaments import events as tournament_events

EVENTS = [*get_args(match_events.Event), *get_args(tournament_events.AnyEvent)]
COMMANDS = [*get_args(match_commands.Command), *get_args(tournament_commands.Command)]
MESSAGES = [*get_args(client.FromClient)]

FIRST_CLAUSE = re.compile(r"(?:[^.;:`]|`[^`]*`)+")
PAST = re.compile(r"\b(was|were|\w+ed|began|gave|left|made|ran|took|withdrew)\b")
PRESENT = re.compile(r"\b(is|are|has|have|does|goes)\b")
"""Present verbs that must not stand before the past one; those in -s look like nouns in the plural."""
VERBS = {
    *(
        "Accept",
        "Answer",
        "Ask",
        "Clear",
        "Decline",
        "End",
        "Execute",
        "Leave",
        "Look",
        "Make",
        "Note",
        "Offer",
    ),
    *("Play", "Refuse", "Roll", "Set", "Show", "State", "Subscribe", "Take", "Unsubscribe", "Write"),
}
"""Imperatives of commands whose name has another verb."""


def first_clause(kind: type) -> str:
    """The first clause of a docstring, names in backticks included."""
    clause = FIRST_CLAUSE.match((kind.__doc__ or "").strip())
    return clause[0] if clause else ""


def says_what_happened(kind: type) -> bool:
    """Return whether the docstring of an event is past."""
    clause = first_clause(kind)
    past = PAST.search(clause)
    if past is None:
        return False
    return not PRESENT.search(clause[: past.start()])


def says_what_to_do(kind: type) -> bool:
    """Return whether the docstring of a command begins with its verb."""
    first = first_clause(kind).split(" ")[0]
    return first in VERBS or first in re.findall(r"[A-Z][a-z]+", kind.__name__)


def named(kind: type) -> str:
    """The name of a test."""
    return f"{kind.__module__.removeprefix('zaria.')}.{kind.__name__}"


@pytest.mark.parametrize("kind", EVENTS, ids=named)
def test_an_event_is_past(kind: type) -> None:
    assert says_what_happened(kind), kind.__doc__


@pytest.mark.parametrize("kind", [*COMMANDS, *MESSAGES], ids=named)
def test_a_command_is_an_imperative(kind: type) -> None:
    assert says_what_to_do(kind), kind.__doc__


@pytest.mark.parametrize(
    ("text", "is_past"),
    [
        ("The terms were changed.", True),
        ("`side` offered a draw; a move of the opponent declines it.", True),
        ("A player withdrew, or was withdrawn.", True),
        ("The terms are others.", False),
        ("It goes on.", False),
        ("A player leaves the tournament.", False),
        ("The meetings of the next round.", False),
        ("A match is over that was played.", False),
    ],
)
def test_the_form_of_events_is_checked(text: str, is_past: bool) -> None:
    assert says_what_happened(type("Event", (), {"__doc__": text})) is is_past


@pytest.mark.parametrize(
    ("name", "text", "is_imperative"),
    [
        ("CheckIn", "Check a player in before the start.", True),
        ("Sit", "Take the seat.", True),
        ("CheckIn", "A player is present before the start.", False),
        ("Cancel", "The director breaks it off.", False),
    ],
)
def test_the_form_of_commands_is_checked(name: str, text: str, is_imperative: bool) -> None:
    assert says_what_to_do(type(name, (), {"__doc__": text})) is is_imperative
