"""The wall's clock is set back and forward, and members sit down at paid tables all the same."""

from pathlib import Path

from tests.club.server.test_sockets import dial
from tests.club.stakes.test_staked_tables import TABLA, account, act, set_table
from tests.support.club.member_client import Somebody
from tests.support.shifted_clock import ShiftedServer

HOUR_S = 3600


async def test_both_sit_down_whatever_the_clock_says(tmp_path: Path) -> None:
    with ShiftedServer(tmp_path / "data", tmp_path) as server:
        ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
        held = 0
        for shift in (-HOUR_S, 0, HOUR_S, 0):
            server.shift(shift)
            match_id = await set_table(ann, stake="5", most="15", **TABLA)
            held += 15_00
            for member in (ann, bob):
                async with dial(server.url, member.cookies) as socket:
                    answer = await act(socket, match_id, t="sit")
                assert (shift, answer["t"]) == (shift, "ack"), answer
                assert account(server, member) == (1000_00 - held, held)
