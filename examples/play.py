"""Plays a match of tabla against the computer: `python examples/play.py http://127.0.0.1:8000 [token]`.

It needs `pip install websockets`. With the token of a robot account it plays under its name, else as a guest.
"""

import asyncio
import json
import random
import secrets
import sys
import time
from urllib.request import Request, urlopen

import websockets


def set_table(club: str, headers: dict[str, str]) -> str:
    """Set a table; a guest learns by which cookie he is known."""
    wish = {"game": "tabla", "opponent": "computer", "terms": {"length": 3}}
    headers["Content-Type"] = "application/json"
    with urlopen(Request(f"{club}/api/v1/tables", json.dumps(wish).encode(), headers)) as answer:
        if cookie := answer.headers["Set-Cookie"]:
            headers["Cookie"] = cookie.partition(";")[0]
        return json.load(answer)["match"]


def command(message: dict, view: dict) -> dict | None:
    """What to do now, if it is for us to do something: any legal turn is good enough."""
    if message["t"] == "state" and message["you"] is None:
        return {"t": "sit", "seed": secrets.token_hex(16), "seal": view["seal"]}
    if message["you"] is None or view["to_act"] != message["you"]:
        return None
    if view["phase"] == "roll":
        return {"t": "roll"}
    if (tree := message.get("tree")) is None:
        return None
    moves, node = [], 0
    while tree[node]:
        point, die, node = random.choice(tree[node])
        moves.append([point, die])
    return {"t": "play", "moves": moves, "n": view["roll_no"], "stage": view["stage"]}


async def play(club: str, token: str = "") -> None:
    """From an empty table to the end of the match."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    match, view = set_table(club, headers), {}
    began, sent = time.monotonic(), 0
    address = club.replace("http", "ws", 1) + "/ws"
    async with websockets.connect(address, additional_headers=headers) as socket:
        await socket.send(json.dumps({"t": "watch", "m": match}))
        async for frame in socket:
            message = json.loads(frame)
            if message["t"] == "no":
                sys.exit(message["text"])
            if message["t"] not in ("state", "ev"):
                continue
            view |= message["v"]  # an event tells what it has changed
            if view["phase"] == "over":
                print("won" if view["winner"] == message["you"] else "lost", *view["score"])
                return
            if wish := command(message, view):
                sent += 1  # the club takes 20 messages a second, and 80 at once
                await asyncio.sleep(sent / 20 - 3 - time.monotonic() + began)
                order = {"t": "do", "m": match, "c": secrets.token_hex(8), "k": wish}
                await socket.send(json.dumps(order))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
