"""Pages of studies at real sockets: each hears of the changes of the study that it shows."""

from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.live.lobby.conftest import serving
from tests.live.lobby.test_tournament_readers import quiet
from tests.support.live.socket_players import dial, hear, tell
from zaria.live.sockets.protocol.server import StudyChanged


async def follow(socket: ClientConnection, study_id: str) -> None:
    await tell(socket, t="study", id=study_id)
    await quiet(socket)


async def test_a_reader_is_sent_the_changes_of_one_study(tmp_path: Path) -> None:
    async with serving(tmp_path) as club:
        readers = club.live.lobby.sessions.study_readers
        async with dial(club.port, "ann") as ann, dial(club.port) as eve:
            await follow(ann, "s1")
            await follow(eve, "s1")
            readers.changed(StudyChanged("s1", 7, 3))
            readers.changed(StudyChanged("s2", 8, 1))
            expected = {"t": "study", "id": "s1", "chapter": 7, "revision": 3, "lead": 0}
            assert [await hear(socket, "study") for socket in (ann, eve)] == [expected] * 2
            await follow(eve, "s2")
            readers.changed(StudyChanged("s1", lead=5))
            assert (await hear(ann, "study"))["lead"] == 5
            await quiet(eve)
            await follow(ann, "")
            readers.changed(StudyChanged("s1", 7, 4))
            await quiet(ann)
            assert len(readers) == 1
    assert len(readers) == 0
