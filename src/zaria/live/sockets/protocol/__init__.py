"""The messages of a socket: one JSON object per text frame, its kind in `t`.

A client watches matches and gives commands (`client`); the server answers every command (`ack` after it is
stored, or `no`) and sends every event of a watched match once, in order (`server`). `codec` reads and writes
the frames, `cards` has the lobby's entries for matches and people. `tools/generate/protocol_types.py` turns
all of it into the types that the browser's code is checked against.
"""
