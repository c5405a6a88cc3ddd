"""The messages in the pipes between the server and its engine processes.

Each message is its length, four bytes, and its content. A question is a pickle: it goes from the server to
its own child, and a match is a tree of structs that pickle handles. An answer is trusted no more than a
browser's message: msgpack of a known shape, and a command like any other.
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
"""The first message of a process that is ready for questions."""

_LENGTH = struct.Struct(">I")
_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)

Asking = tuple[Match, int, float | None, Lesson]
"""Match, side, time limit in seconds, and the lesson if a person asks."""


def ask(match: Match, side: int, seconds: float | None, lesson: Lesson = "") -> bytes:
    """Encode a question."""
    return framed(pickle.dumps((match, side, seconds, lesson), pickle.HIGHEST_PROTOCOL))


def read_question(pipe: BinaryIO) -> Asking | None:
    """Wait for the next question; None: the server has gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = pipe.read(length)
    if len(body) < length:
        return None
    question: Asking = pickle.loads(body)
    return question


def encode_answer(answer: Answer) -> bytes:
    """Encode an answer."""
    return framed(_encode(answer))


def decode_answer(body: bytes) -> Answer:
    """Decode an answer; raises `msgspec.DecodeError`."""
    return _decoder.decode(body)


async def read(pipe: asyncio.StreamReader) -> bytes:
    """Read the next message; raises `asyncio.IncompleteReadError` at the end, `ValueError` if too long."""
    (length,) = _LENGTH.unpack(await pipe.readexactly(_LENGTH.size))
    if length > LONGEST:
        raise ValueError(f"a message of {length} bytes")
    return await pipe.readexactly(length)


def framed(body: bytes) -> bytes:
    """Put the length before a message."""
    return _LENGTH.pack(len(body)) + body
