"""The ids of a tournament's matches. Each follows from its pairing, so no match is made twice."""

import base64
import hashlib


def match_id(tournament_id: str, number: int, place: int, attempt: int) -> str:
    """The id of the match of a pairing: meeting `place` of round `number`, at its `attempt` (from 0)."""
    pairing = f"{tournament_id}|{number}|{place}|{attempt}".encode()
    digest = hashlib.blake2b(pairing, person=b"zaria tournament").digest()
    return base64.urlsafe_b64encode(digest)[:10].decode()
