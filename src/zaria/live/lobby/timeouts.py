"""Intervals and waiting times of the lobby, in milliseconds."""

from typing import NamedTuple


class LobbyTimeouts(NamedTuple):
    """The defaults; tests use shorter ones.

    * linger: a user stays listed after their last socket closed, as changing the page is not leaving;
    * gather: changes of the list of users are collected into one message to the other processes;
    * beat, silent: between heartbeats of a process, and the silence after which it counts as dead;
    * absent: the owner of a public table may be without a socket, after leaving the list of users;
    * table_check: between two checks for abandoned tables;
    * seek_check: between two checks for searches that were not repeated;
    * tournament: least time between two messages about a tournament; tournament_check: between two questions
      for the last event of each that has readers, since a bus may lose messages;
    * call_unseen: an invitation of a member who is online counts as unseen after this time; calls_check:
      between two reports of all invitations to the site;
    * numbers: least time between two messages to a page's readers where only numbers changed: how many are
      online, or play elsewhere.
    """

    linger: int = 4_000
    gather: int = 200
    beat: int = 5_000
    silent: int = 15_000
    absent: int = 15_000
    table_check: int = 2_500
    seek_check: int = 1_000
    numbers: int = 3_000
    tournament: int = 500
    tournament_check: int = 15_000
    call_unseen: int = 20_000
    calls_check: int = 15_000
