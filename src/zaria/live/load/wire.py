"""The messages of an automatic player, which knows no rules and no strategy."""

import random

import msgspec

SEED = "00112233445566778899aabbccddeeff"

Tree = list[list[tuple[int, int, int]]]


class Squares(msgspec.Struct):
    """The fields it reads of a board game."""

    plies: int = 0


class TableFields(msgspec.Struct):
    """The fields it reads of the table."""

    phase: str
    to_act: int | None
    roll_no: int = 0
    stage: int = 0
    seal: str = ""
    squares: Squares | None = None


class Way(msgspec.Struct):
    """A legal move of a board game."""

    move: str


class Message(msgspec.Struct):
    """The fields it reads of any message."""

    t: str
    m: str = ""
    n: int = -1
    c: str | None = None
    code: str = ""
    up: bool = True
    game: str = ""
    you: int | None = None
    seat: int | None = None
    v: TableFields | None = None
    tree: Tree | None = None
    ways: list[Way] | None = None


decode = msgspec.json.Decoder(Message).decode


def command(message: Message, table: TableFields, choose: random.Random | None = None) -> str | None:
    """The next command of the reader of `message` (JSON): a random legal one, or the first; None: nothing."""
    if table.phase == "open" and message.you is None:
        return f'{{"t":"sit","seed":"{SEED}","seal":"{table.seal}"}}' if message.t == "state" else None
    if message.you is None or message.you != table.to_act:
        return None
    if table.phase == "roll":
        return '{"t":"roll"}'
    if message.tree is not None:
        moves = path(message.tree, choose)
        return f'{{"t":"play","moves":{moves},"n":{table.roll_no},"stage":{table.stage}}}'
    if message.ways:
        way = choose.choice(message.ways) if choose else message.ways[0]
        plies = table.squares.plies if table.squares else 0
        return f'{{"t":"move","move":"{way.move}","n":{plies}}}'
    return None


def path(tree: Tree, choose: random.Random | None = None) -> str:
    """A complete path through a tree of steps, as JSON: the first, or a random one."""
    node, moves = 0, []
    while tree[node]:
        point, die, node = choose.choice(tree[node]) if choose else tree[node][0]
        moves.append(f"[{point},{die}]")
    return f"[{','.join(moves)}]"
