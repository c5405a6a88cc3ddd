"""The pages of direct conversations, over HTTP: they work without scripts."""

import re

import pytest

from tests.support.club.member_client import Somebody
from tests.support.servers import Server

LINE = re.compile(r'<p class="chat-line[^>]*>.*?<span>(.*?)</span>', re.DOTALL)


def begin(member: Somebody, recipient: Somebody) -> str:
    """The path of the conversation with somebody, by the button of their page."""
    page = member.get(f"/@{recipient.login}")
    answer = member.fill(f"/messages/to/{recipient.login}", page)
    assert answer.status == 302
    return answer.headers["Location"]


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return Somebody(server.url).join(), Somebody(server.url).join()


def test_two_members_write_with_plain_forms(pair: tuple[Somebody, Somebody]) -> None:
    author, reader = pair
    assert "no messages yet" in reader.get("/messages").text
    path = begin(author, reader)
    assert begin(reader, author) == path
    for text in ("First", "<b>Second</b>", "Third"):
        assert author.fill(path, text=text).status == 302
    listed = reader.get("/messages").text
    assert path in listed
    assert 'class="unread"' in listed
    assert LINE.findall(reader.get(path).text) == ["First", "&lt;b&gt;Second&lt;/b&gt;", "Third"]
    assert LINE.findall(reader.get(f"{path}?before=3").text) == ["First", "&lt;b&gt;Second&lt;/b&gt;"]
    refused = author.fill(path, text="see https://elsewhere.example/")
    assert refused.status == 422
    assert 'value="see https://elsewhere.example/"' in refused.text
    assert author.fill(path, text="").status == 422


def test_a_blocked_member_is_refused_and_strangers_find_nothing(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    author, reader = pair
    path = begin(author, reader)
    page = reader.get(path)
    assert reader.fill("/messages/block", page, name=author.login, on="1").status == 204
    assert "blocked" in author.fill(path, text="Hello").text
    assert reader.fill("/messages/block", page, name=author.login, on="0").status == 204
    assert author.fill(path, text="Hello again").status == 302
    assert reader.fill("/messages/block", page, name=reader.login, on="1").status == 404
    assert reader.get(path.replace("direct:", "table:")).status == 404
    stranger = Somebody(server.url)
    assert stranger.get(path).status == 302
    assert stranger.get("/messages").status == 302
    assert stranger.get("/messages/words").status == 200
    assert Somebody(server.url).join().get(path).status == 404
