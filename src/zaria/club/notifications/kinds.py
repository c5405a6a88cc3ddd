"""The kinds of notices, and the defaults of their switches."""

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """The kinds, as they are stored. `texts` lists what the body of each holds."""

    INVITATION = "invitation"
    REMATCH = "rematch"
    OFFER = "offer"
    MESSAGE = "message"
    TOURNAMENT = "tournament"
    TOURNAMENT_SOON = "tournament_soon"
    ROUND = "round"
    FOLLOWED_TOURNAMENT = "followed_tournament"
    FOLLOWED_MATCH = "followed_match"
    FRIEND_ONLINE = "friend_online"
    STAKED_TABLE = "staked_table"
    FOLLOWER = "follower"
    COMMENT = "comment"
    STAFF = "staff"
    SUPPORT = "support"
    GIFT = "gift"


class Switches(NamedTuple):
    """The channels on which a member gets a kind of notice. A further channel is a further field."""

    page: bool
    mail: bool


DEFAULTS = {
    Kind.INVITATION: Switches(page=True, mail=False),
    Kind.REMATCH: Switches(page=True, mail=False),
    Kind.OFFER: Switches(page=True, mail=False),
    Kind.MESSAGE: Switches(page=True, mail=True),
    Kind.TOURNAMENT: Switches(page=True, mail=True),
    Kind.TOURNAMENT_SOON: Switches(page=True, mail=False),
    Kind.ROUND: Switches(page=True, mail=False),
    Kind.FOLLOWED_TOURNAMENT: Switches(page=True, mail=False),
    Kind.FOLLOWED_MATCH: Switches(page=False, mail=False),
    Kind.FRIEND_ONLINE: Switches(page=False, mail=False),
    Kind.STAKED_TABLE: Switches(page=False, mail=False),
    Kind.FOLLOWER: Switches(page=True, mail=False),
    Kind.COMMENT: Switches(page=True, mail=False),
    Kind.STAFF: Switches(page=True, mail=True),
    Kind.SUPPORT: Switches(page=True, mail=True),
    Kind.GIFT: Switches(page=True, mail=False),
}
"""The switches of a member who has not set them, in the order of the page of settings."""

ONLY_ON_PAGE = frozenset({Kind.FRIEND_ONLINE, Kind.OFFER, Kind.REMATCH, Kind.STAKED_TABLE})
"""Kinds that are out of date before a mail is read."""
