"""A finished match as chapters, one for each game."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from zaria import games
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Option, Position
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.records.history import followed
from zaria.records.replay import has_frame
from zaria.studies import acts
from zaria.studies.chapter import MOST_NODES, ROOT, ChapterTree, Start, TreeNode


class _Game:
    """A chapter that grows with the events of a game."""

    def __init__(self, match: Match, frame: int) -> None:
        self.nodes = [TreeNode(ROOT)]
        self.start = start_of(match)
        self.matches = {ROOT: match}
        self.node = ROOT
        self.frames = {frame: ROOT}

    def add(self, match: Match, event: ev.Event, act: str) -> None:
        """Add an act after the present node."""
        if len(self.nodes) >= MOST_NODES:
            return
        node = TreeNode(len(self.nodes), self.node, act, getattr(event, "side", 0), acts.name_of(event))
        self.nodes.append(node)
        self.matches[node.id] = match
        self.node = node.id

    def take_back(self, match: Match) -> None:
        """Go back to the latest node with this position: what comes now is a variation of what was played."""
        node = self.node
        while node != ROOT and self.matches[node].position != match.position:
            node = self.nodes[node].parent
        self.node = node

    def chapter(self) -> ChapterTree:
        """The chapter of all acts so far; of two turns the one that was not taken back comes first."""
        order: dict[int, list[TreeNode]] = {}
        for node in self.nodes[1:]:
            order.setdefault(node.parent, []).insert(0, node)
        nodes, waiting = [self.nodes[ROOT]], order.get(ROOT, [])[::-1]
        while waiting:
            node = waiting.pop()
            nodes.append(node)
            waiting += order.get(node.id, [])[::-1]
        return ChapterTree(self.start, nodes=tuple(nodes), next_id=len(self.nodes))


class GameChapter:
    """A game of a match: its chapter, and the node that each frame of the replay shows."""

    def __init__(self, chapter: ChapterTree, frames: dict[int, int]) -> None:
        self.chapter = chapter
        self.frames = frames


def games_of(events: Sequence[ev.Event]) -> list[GameChapter]:
    """Return the games of a match; raises `InvalidRecordError` where its events cannot follow one another."""
    played: list[_Game] = []
    frame = -1
    for event, match in followed(events):
        frame += has_frame(event)
        if isinstance(event, ev.GameStarted | ev.Restarted):
            played.append(_Game(match, frame))
        elif isinstance(event, ev.OpeningRolled) and played:
            played[-1] = _opened(played[-1], match, event)
        elif isinstance(event, ev.TakenBack) and played:
            played[-1].take_back(match)
        elif played and (act := acts.act_of(event)) is not None:
            played[-1].add(match, event, act)
        if played:
            played[-1].frames[frame] = played[-1].node
    return [GameChapter(game.chapter(), game.frames) for game in played]


def _opened(game: _Game, match: Match, event: ev.OpeningRolled) -> _Game:
    """The game with its starter; where the opening roll is played it is the first act."""
    frames = game.frames
    if match.starter is None:
        return game
    before = match
    if match.phase == "move":
        rules = match.dice_game().nth(match.game_no)
        before = replace(match, position=rules.start(match.starter), phase="roll", dice=None)
    opened = _Game(before, 0)
    opened.frames = frames
    if match.phase == "move":
        rolled = ev.Rolled(at=0, side=match.turn, n=event.n, dice=event.dice)
        opened.add(match, rolled, "".join(map(str, event.dice)))
    return opened


def start_of(match: Match) -> Start:
    """Return the start of a chapter at the position of a match."""
    terms = match.terms
    return replace(
        start_at(match.position, terms.options),
        length=terms.length,
        score=match.score,
        crawford=match.crawford,
        cube=terms.cube,
        cube_value=match.cube.value,
        cube_owner=match.cube.owner,
        offers=match.proposed,
        beaver=terms.beaver,
        raccoon=terms.raccoon,
        raises=terms.raises,
    )


def start_at(position: Position | BoardPosition, options: Mapping[str, Option]) -> Start:
    """Return the start of a chapter at a position, without a cube and a score.

    Of the `options` those count that the game of the position has.
    """
    game = position.game
    choices = dict(game.choices)
    agreed = {name: value for name, value in options.items() if name in choices}
    rules = games.get(game.id, **agreed)
    usual = rules.start() if rules.is_board else rules.start(position.turn)
    text = "" if position == usual else position.to_text()
    return Start(game.id, agreed, text, position.turn)
