"""Ids under which no table can be opened any more.

The journal stores a match for nobody under such an id, cleared as it is stored and in no list. So its fence
between two writers decides: a process that was frozen and opens its table later gets `ConflictError`.
"""

import secrets

from zaria.live.journal.base import ConflictError, Journal
from zaria.live.journal.rows import rows
from zaria.live.matches.live_match import encode_places
from zaria.match import commands as cmd
from zaria.match.decide import decide
from zaria.match.dice_play.dice import SECRET_BYTES, Dice
from zaria.match.evolve import evolve
from zaria.match.seats import opened
from zaria.match.terms import Terms

NOBODY = encode_places((None, None))
TERMS = Terms(game="tabla", length=1)


async def bar(journal: Journal, match_id: str, now: int) -> bool:
    """Bar an id whose tables have seats reserved for players; return False if such a table was opened.

    An id that is barred already stays so. Raises `StoreUnavailableError`.
    """
    dice = Dice(secrets.token_bytes(SECRET_BYTES), match_id)
    event = opened(match_id, TERMS, dice.seal, now)
    events = [event, *decide(evolve(None, event), None, cmd.Annul(), now, dice)]
    try:
        await journal.open(match_id, dice.secret, NOBODY, rows(0, events))
    except ConflictError:
        stored = await journal.load(match_id)
        return stored is not None and stored.places == NOBODY
    return True
