"""The moments at which conversations began: they are counted, and those of yesterday's data are dated."""

from pathlib import Path

import pytest

from tests.club.conversations.test_store import join
from tests.support.by_day import by_day
from tests.support.club.older_tables import migrate, set_back
from tests.support.club.site_database import site
from zaria.club.conversations import actions
from zaria.club.conversations.models import Conversation
from zaria.club.site.clock import now_ms

DAY_MS = 24 * 3600_000


def test_a_conversation_that_goes_on_is_not_begun_again(club: None) -> None:
    ann = join("m-ann")
    for number in range(actions.NEW_A_DAY):
        actions.begin_direct(ann, join(f"m-{number}"))
    begun = Conversation.objects.filter(by=ann.player)
    begun.update(begun_at=now_ms() - DAY_MS - 1, at=now_ms())  # the last line was written just now
    actions.begin_direct(ann, join("m-dan"))


@pytest.mark.parametrize("kind", by_day((None,), (None, "postgres")))
def test_conversations_of_the_last_day_are_dated_by_their_first_line(
    kind: str | None, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url, now = request.getfixturevalue("database") if kind else None, now_ms()
    with site(url, tmp_path):
        old = set_back(("conversations", "0002_removed_lines"))
        conversations, lines = (old.get_model("conversations", name) for name in ("Conversation", "Line"))
        for name, last_at in (("begun", now), ("silent", now - 5), ("old", now - 2 * DAY_MS)):
            conversations.objects.create(id=f"direct:{name}", kind="direct", key=name, pair=name, at=last_at)
        lines.objects.create(
            conversation_id="direct:begun",
            number=1,
            at=now - 3 * DAY_MS,
            author="ann",
            command="c",
            text="Hi",
        )
        migrate("conversations")
        begun = dict(Conversation.objects.values_list("key", "begun_at"))
        assert begun == {"begun": now - 3 * DAY_MS, "silent": now - 5, "old": 0}
