"""The moments at which conversations began are counted, and the list of a member is in order."""

from tests.support.club.talking import join
from zaria.club.conversations import actions
from zaria.club.conversations.inbox import A_PAGE, inbox
from zaria.club.conversations.models import Conversation, Participant
from zaria.club.site.clock import now_ms

DAY_MS = 24 * 3600_000


def test_a_conversation_that_goes_on_is_not_begun_again(club: None) -> None:
    ann = join("m-ann")
    for number in range(actions.NEW_A_DAY):
        actions.begin_direct(ann, join(f"m-{number}"))
    begun = Conversation.objects.filter(by=ann.player)
    begun.update(begun_at=now_ms() - DAY_MS - 1, at=now_ms())  # the last line was written just now
    actions.begin_direct(ann, join("m-dan"))


def test_unread_conversations_stand_before_those_that_were_read(club: None) -> None:
    ann = join("m-ann")
    names, now = [actions.begin_direct(ann, join(f"m-{number}")) for number in range(3)], now_ms()
    for place, name in enumerate(names[:2]):
        Conversation.objects.filter(pk=name).update(last=1, at=now - place)
    assert inbox(ann, 1).talks == []
    for place, name in enumerate(names[:2]):
        Participant.objects.filter(conversation=name).update(last_at=now - place)
    assert [talk.id for talk in inbox(ann, 1).talks] == names[:2]
    Participant.objects.filter(player=ann.player, conversation=names[1]).update(unread_since=now_ms())
    assert [(talk.id, talk.unread) for talk in inbox(ann, 1).talks] == [(names[1], True), (names[0], False)]


def test_pages_of_the_list_go_on_from_the_unread_conversations_to_the_others(club: None) -> None:
    ann = join("m-ann")
    number = 2 * A_PAGE + 5
    names = [actions.begin_direct(ann, join(f"m-{place}")) for place in range(5)]
    rows = [
        Conversation(id=f"direct:{place}", kind="direct", key=place, pair=place, last=1, at=place)
        for place in range(number)
    ]
    Conversation.objects.bulk_create(rows)
    for unread in (0, A_PAGE - 1, A_PAGE, A_PAGE + 1, number):
        Participant.objects.exclude(conversation__in=names).delete()
        Participant.objects.bulk_create(
            Participant(
                player=ann.player,
                conversation=row,
                last_at=row.at + 1,
                unread_since=1 if row.at < unread else None,
            )
            for row in rows
        )
        pages = [inbox(ann, page) for page in (1, 2, 3, 4)]
        ids = [talk.id for page in pages for talk in page.talks]
        order = sorted(rows, key=lambda row: (row.at < unread, row.at), reverse=True)
        assert ids == [row.id for row in order]
        assert [page.more for page in pages] == [True, True, False, False]
