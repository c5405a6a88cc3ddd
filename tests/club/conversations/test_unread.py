"""The number of unread conversations in the head of every page."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.club.talking import join
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.conversations import actions
from zaria.club.conversations.batch import Writer
from zaria.live.conversations.store import NewLine

__all__ = ["plain_files"]


@pytest.mark.django_db
@pytest.mark.usefixtures("plain_files")
def test_a_page_counts_unread_conversations_without_a_query() -> None:
    ann, bob, cat = join("m-ann"), join("m-bob"), join("m-cat")
    for author in (bob, cat):
        line = NewLine(actions.begin_direct(author, ann), "c", author.as_player(), 1, "Hello", None)
        Writer(0).store([line], {})
    client = Client()
    client.force_login(ann)
    client.get("/rules")
    with CaptureQueriesContext(connection) as queries:
        page = html_of(client.get("/rules"))
    assert page.count('data-unread="messages">2<') == 2
    assert not [query["sql"] for query in queries if "conversations_" in query["sql"]]
