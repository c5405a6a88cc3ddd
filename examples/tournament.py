"""Enters a tournament and plays it: `python examples/tournament.py http://127.0.0.1:8000 TOKEN ID [code]`.

It needs `pip install websockets`, the token of a robot account, and a tournament that takes bots and whose
game is of the tabla or nardy family.
"""

import asyncio
import json
import secrets
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import websockets
from play import command


def ask(club: str, token: str, path: str, body: dict | None = None) -> dict:
    """Ask the HTTP API; a refusal ends the program with its sentence."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{club}/api/v1/{path}", data, headers)) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(json.load(error)["text"])


async def play(club: str, token: str, tournament: str, code: str = "") -> None:
    """From the entry to the end of the tournament."""
    if not ask(club, token, f"tournaments/{tournament}")["entered"]:
        ask(club, token, f"tournaments/{tournament}/enter", {"code": code})
    address = club.replace("http", "ws", 1) + "/ws"
    async with websockets.connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        await socket.send(json.dumps({"t": "tournament", "id": tournament}))
        async for frame in socket:
            message = json.loads(frame)
            match message["t"]:
                case "no":
                    sys.exit(message["text"])
                case "go" if message["why"] == "tournament":
                    began, sent, view = time.monotonic(), 0, {}
                    await socket.send(json.dumps({"t": "watch", "m": message["m"]}))
                case "timer":
                    print("countdowns:", *(f"{one['title']} ({one['kind']})" for one in message["entries"]))
                case "tournament":
                    found = await asyncio.to_thread(ask, club, token, f"tournaments/{tournament}")
                    if found["phase"] in ("over", "cancelled"):
                        print(found["phase"], found["winner"])
                        return
                case "state" | "ev":
                    view |= message["v"]
                    if view["phase"] != "over" and (wish := command(message, view)):
                        sent += 1  # the club takes 20 messages a second, and 80 at once
                        await asyncio.sleep(sent / 20 - 3 - time.monotonic() + began)
                        order = {"t": "do", "m": message["m"], "c": secrets.token_hex(8), "k": wish}
                        await socket.send(json.dumps(order))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
