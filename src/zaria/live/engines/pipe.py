"""What goes through the pipes between the server and a process that thinks.

Each message is its length, four bytes, and its content. A question is a pickle: it goes from the server to
its own child, and a match is a tree of structs that pickle knows as they are. What comes back is believed no
more than what a browser sends: msgpack of a known shape, and a command like anybody else's.
"""

import asyncio
import pickle
import struct
from typing import BinaryIO

import msgspec

from zaria.live.engines.answers import Answer, Lesson
from zaria.match.match import Match

LONGEST = 65_536
"""Bytes of an answer."""
READY = b"ready"
"""The first message of a process that can be asked."""

QUICK = "quick"
"""Said to a process that is asked quick questions only."""

_LENGTH = struct.Struct(">I")
_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)

Asking = tuple[Match, int, float | None, Lesson]
"""The match, the side whose program is asked, how many seconds it may think, and whether a person asks."""


def ask(match: Match, side: int, seconds: float | None, lesson: Lesson = "") -> bytes:
    """A question as a message."""
    return framed(pickle.dumps((match, side, seconds, lesson), pickle.HIGHEST_PROTOCOL))


def read_question(pipe: BinaryIO) -> Asking | None:
    """The next question, waited for; None: the server has gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = pipe.read(length)
    if len(body) < length:
        return None
    question: Asking = pickle.loads(body)
    return question


def tell(answer: Answer) -> bytes:
    """An answer as a message."""
    return framed(_encode(answer))


def told(body: bytes) -> Answer:
    """The answer in a message; raises `msgspec.DecodeError`."""
    return _decoder.decode(body)


async def read(pipe: asyncio.StreamReader) -> bytes:
    """The next message; raises `asyncio.IncompleteReadError` at the end, `ValueError` for what is none."""
    (length,) = _LENGTH.unpack(await pipe.readexactly(_LENGTH.size))
    if length > LONGEST:
        raise ValueError(f"a message of {length} bytes")
    return await pipe.readexactly(length)


def framed(body: bytes) -> bytes:
    """A message."""
    return _LENGTH.pack(len(body)) + body
