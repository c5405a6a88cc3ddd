"""The players of a staked table whose stakes are held."""

from zaria.live.matches.live_match import LiveMatch
from zaria.match.match import Match


def entitled(live_match: LiveMatch) -> list[str]:
    """The players of an open table who sit there or asked for it."""
    hosts = live_match.places if live_match.by is None else (live_match.places[live_match.by],)
    return [*seated(live_match.match), *(host.id for host in hosts if host is not None)]


def seated(match: Match) -> list[str]:
    """The players who sit."""
    return [player.id for player in match.players if player is not None]
