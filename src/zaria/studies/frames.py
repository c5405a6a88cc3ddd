"""The lines of a chapter as frames, which the board of a replay steps through."""

from collections.abc import Sequence

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.records.replay import Frame, frame_of
from zaria.studies.acts import Moment, follow
from zaria.studies.chapter import Start, TreeNode


def frames_of(start: Start, line: Sequence[TreeNode]) -> list[Frame]:
    """Return the frames of a line from the root on; raises `IllegalActError` and `InvalidChapterError`."""
    return [_frame(moment) for moment in follow(start, line)]


def _frame(moment: Moment) -> Frame:
    match = moment.match
    if moment.event is None:
        root = ev.GameStarted(at=0, number=1, crawford=match.crawford, starter=match.turn)
        return replace(frame_of(root, None, match), t="", side=None)
    return frame_of(moment.event, moment.before, match)
