"""Reads the frames of clients, and writes those of the server."""

import msgspec

from zaria.live.sockets.protocol.client import CommandId, FromClient

encode = msgspec.json.Encoder().encode

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
decode = _decoder.decode
"""Decode a client's message; raises `msgspec.DecodeError`, or `msgspec.ValidationError`."""


class _Named(msgspec.Struct):
    c: CommandId


_names = msgspec.json.Decoder(_Named)


def command_id(frame: bytes | memoryview) -> str | None:
    """The command id in a message that could not be decoded, if one can be made out."""
    try:
        return _names.decode(frame).c
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
