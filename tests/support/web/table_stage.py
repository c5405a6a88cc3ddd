"""A table page without a club behind it: any position, shown by the real code, with a scripted socket.

`python -m tests.support.web.table_stage` serves it for the eye at http://127.0.0.1:8765/?state=bar
(see `STATES`).
"""

import functools
import http.server
import random
import threading
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from zaria import games
from zaria.club.profile import texts
from zaria.club.site.front_end.static_storage import bundle
from zaria.games.protocols import DiceGame, Position
from zaria.live.matches.event_frames import effects_of_tree, tree_of
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import EventFrame, State
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.terms import Terms
from zaria.match.view import after, view
from zaria.web.messages.table import WORDS

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "src/zaria/web/static/zaria"
PARTIALS = ROOT / "src/zaria/web/templates/zaria"
NOW = 1_800_000_000_000

TERMS = (
    "options", "length", "clock", "mirror", "beaver", "raccoon", "jacoby", "auto_doubles", "raises", "stakes",
    "delayed", "tournament", "start_score",
)  # fmt: skip
"""Fields of terms that a match may be asked for."""

_BARE = {"lit-html": "/static/vendor/lit-html.js", "@preact/signals-core": "/static/vendor/signals-core.js"}
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_PAGE = """<!doctype html><html lang="en" data-theme="{theme}" data-skin="{skin}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Table</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/css/app.css"><link rel="stylesheet" href="/static/css/checkers.css">
<link rel="stylesheet" href="/static/css/board.css">{style}
<script type="importmap">{imports}</script></head>
<body data-page="table" data-family="{family}" data-match="m">{symbols}
<header class="nav" id="nav"></header><main class="table" id="table">
<section class="card opp" id="opp"></section>
<section class="zone"><div class="board {shape}" id="board">{board}</div></section>
<section class="card me" id="me"></section>
<aside class="side" id="side"></aside><div class="table-acts" id="acts"></div>
<section class="beside" id="wait"></section></main>
<p class="sr" id="live" role="status" aria-live="polite"></p>
<script type="application/json" id="words">{words}</script>
<script type="application/json" id="boot">{boot}</script>
<script type="module" src="/scripted.js"></script>{script}</body></html>"""


def match(game: str = "tabla", position: str | Position | None = None, turn: int = 0, **fields: Any) -> Match:
    """A match being played at `position`; `fields` are those of `Match` that differ from a quiet start.

    Names of terms (`cubes` for the cube) go into its terms; `running` is its clock, `dice` what is thrown.
    """
    named = {name: fields.pop(name) for name in TERMS if name in fields}
    terms = Terms(game=game, cube=fields.pop("cubes", False), **named)
    agreed = games.dice_game(game, **terms.options)
    preset = agreed.nth(fields.get("game_no", 1) or 1)
    place = position if not isinstance(position, str | None) else _parsed(preset, position, turn)
    if "dice" in fields and place.duty is None:
        place = place.rolled(fields["dice"])
    players = (Player("a", "Irina", "#8a4b3a"), Player("b", "Stoyan", "#3f6a86"))
    usual: dict[str, Any] = {
        "phase": "move" if "dice" in fields else "roll",
        "players": players,
        "seeds": ("0" * 32, "1" * 32),
        "game_no": 1,
        "starter": 0,
        "rolls": 1,
        "fresh": False,
    }
    usual["clock"] = fields.pop("running", None)
    return Match("m", terms, "5e" * 32, agreed, place, turn=place.turn, **{**usual, **fields})


def _parsed(game: DiceGame, text: str | None, turn: int) -> Position:
    return game.start(turn) if text is None else game.parse(text, turn)


def reach(game: str, wanted: Callable[[Position], bool], seed: int = 1, **options: Any) -> Match:
    """A match in which side 0 is to play, found at random: its position is `wanted`."""
    rng = random.Random(seed)
    while True:
        position, dice, stage = games.dice_game(game, **options).nth(1).start(0), (0, 0), 0
        while not position.outcome() and not position.locked():
            if position.duty is None:
                dice, stage = (rng.randint(1, 6), rng.randint(1, 6)), 0
                position = position.rolled(dice)
            legal = position.turns()
            if legal and position.turn == 0 and wanted(position):
                return match(game, position, options=options, dice=dice, stage=stage)
            position = position.play(rng.choice(legal) if legal else position.complete(()))
            stage += 1


def later(position: Position) -> bool:
    """A stage of a ladder, with more to come."""
    duty = position.duty
    return duty is not None and duty.own_roll and not duty.base and len(duty.stages) > 1


def rest(position: Position) -> bool:
    """More than one stage of what the other side left."""
    duty = position.duty
    return duty is not None and not duty.own_roll and len(duty.stages) > 1


def holds(hand: int, off: int) -> Callable[[Position], bool]:
    """True if so many are in hand and borne off."""
    return lambda position: position.counts(0)[25] == hand and position.counts(0)[0] == off


def state(
    of: Match,
    you: int | None = 0,
    seat: int | None = None,
    kept: bool = False,
    log: Any = (),
    now: int = NOW,
) -> bytes:
    """The message with which a page begins."""
    return encode(State("m", 7, now, you, seat, kept, view(of), log=list(log), **_moves(of, you)))


def event(n: int, event: Any, of: Match, you: int | None = 0, now: int = NOW) -> dict[str, Any]:
    """The message that tells `event`, after which the match is `of`."""
    frame = encode(EventFrame("m", n, now, you, event, after(of, event), **_moves(of, you)))
    decoded: dict[str, Any] = msgspec.json.decode(frame)
    return decoded


def _moves(of: Match, you: int | None) -> dict[str, Any]:
    """The fields of a message with what the viewer may play."""
    if you is None or you != of.turn:
        return {"tree": None}
    return {"tree": tree_of(of), "ways": play_of(of).moves(of), "effects": effects_of_tree(of)}


BEARING_OFF = "X=6:2,5:3,4:3,2:2,off:5;O=6:3,4:2,3:3,1:1,off:6"
STATES: dict[str, Callable[[], bytes]] = {
    "start": lambda: state(match(dice=(6, 1))),
    "bar": lambda: state(match(position="X=bar:2,13:4,8:3,6:4,4:2;O=24:2,13:5,8:3,6:5", dice=(4, 2))),
    "off": lambda: state(match(position=BEARING_OFF, dice=(6, 3))),
    "long": lambda: state(
        match("long-nardy", "X=24:9,20:2,15:1,11:2,7:1;O=24:8,22:1,18:3,10:3", dice=(5, 3))
    ),
    "tapa": lambda: state(
        match("tapa", "X=24:6,20:3,16:1^,10:3,5:1,4:1;O=24:5,20:1^,14:2,12:4,9:1,8:1,6:1", dice=(6, 4))
    ),
    "ladder": lambda: state(reach("gulbara", later)),
    "rest": lambda: state(reach("gulbara", rest)),
    "hand": lambda: state(reach("indiyka", holds(8, 0))),
    "extras": lambda: state(reach("indiyka", holds(2, 0))),
    "emptied": lambda: state(reach("indiyka", holds(0, 5))),
    "beaver": lambda: state(
        match(cubes=True, beaver=True, raccoon=True, phase="double", turn=1, proposed=(2,))
    ),
}


def page(boot: bytes, theme: str = "dark", skin: str = "walnut", play: bool = True) -> bytes:
    """The table's page for a state; without `play` only the modules are there to be imported."""
    view = msgspec.json.decode(boot)["v"]
    squares = view["family"] == "squares"
    entry = "squares" if squares else "tables"
    script = f'<script type="module" src="/static/js/{entry}/main.js"></script>' if play else ""
    still = (
        '<div class="still"><div class="wood"></div></div>'
        if squares
        else (PARTIALS / "_board.html").read_text()
    )
    text = _PAGE.format(
        family=view["family"],
        style='<link rel="stylesheet" href="/static/css/squares.css">' if squares else "",
        shape=f"squares {'ten' if view['size'] == 10 else 'eight'}" if squares else "",
        theme=theme,
        skin=skin,
        imports=msgspec.json.encode({"imports": _BARE}).decode(),
        symbols=(PARTIALS / "_symbols.html").read_text(),
        board=still,
        words=msgspec.json.encode(
            {key: message.rpartition("\x04")[2] for key, message in WORDS.items()}
        ).decode(),
        boot=boot.decode(),
        script=script,
    )
    return text.encode()


Answer = Callable[[Message, bytes], bytes | None]
"""Answers the headers and the body of a request with JSON; None: the line breaks."""


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page, the static files and what a test put into `extra` and `posts`."""

    protocol_version = "HTTP/1.1"

    def __init__(
        self,
        extra: dict[str, bytes],
        posts: dict[str, Answer],
        states: dict[str, Callable[[], bytes]],
        cache: str,
        *args: Any,
    ) -> None:
        self.extra = extra
        self.posts = posts
        self.states = states
        self.cache = cache
        super().__init__(*args)

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        body, kind = self._find(parts.path, parameters)
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body or b"")))
        self.send_header("Cache-Control", self.cache if parts.path.startswith("/static/") else "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body or b"")

    def do_POST(self) -> None:
        body = self.posts[self.path](self.headers, self.rfile.read(int(self.headers["Content-Length"])))
        if body is None:
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _find(self, path: str, parameters: dict[str, str]) -> tuple[bytes | None, str]:
        if path in self.extra:
            return self.extra[path], "application/json" if path.endswith(".json") else "text/html"
        if path == "/me/settings":
            return msgspec.json.encode(texts.words()), "application/json"
        if path.endswith("/milestone"):
            return b'{"text": ""}', "application/json"
        if path.endswith("/grades"):
            return b"", "text/html"
        if path == "/words/table":
            return b'{"sheet":"/static/css/result.css"}', "application/json"
        if path == "/":
            boot = self.states[parameters.get("state", "start")]()
            return page(boot, parameters.get("theme", "dark"), parameters.get("skin", "walnut")), "text/html"
        file = ROOT / "tests/web/scripted.js" if path == "/scripted.js" else STATIC / path[len("/static/") :]
        if not file.resolve().is_relative_to(ROOT) or not file.is_file():
            return None, "text/plain"
        if file.suffix == ".css":
            return bundle(
                file.read_text(), lambda part: (file.parent / part).read_text()
            ).encode(), "text/css"
        return file.read_bytes(), _TYPES.get(file.suffix, "text/plain")

    def log_message(self, *args: Any) -> None:
        """Silent."""


class Stage:
    """The server of these pages; `extra` maps paths to bodies, `posts` paths to what answers a POST.

    Both may change at any time. A test that answers by a route instead keeps Chromium from its cache.

    `cache` is what a browser may do with the static files.
    """

    def __init__(self, port: int = 0, cache: str = "no-store") -> None:
        self.extra: dict[str, bytes] = {}
        self.posts: dict[str, Answer] = {}
        self.states = dict(STATES)
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", port), functools.partial(Handler, self.extra, self.posts, self.states, cache)
        )
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


if __name__ == "__main__":
    stage = Stage(8765)
    print(stage.url, *STATES)
    stage.thread.join()
