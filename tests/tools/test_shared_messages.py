"""Short messages that rooms of several kinds share without a context are found."""

import pytest
from babel.messages.catalog import Message
from tools.checks.shared_messages import DATA, allowed, is_short, kind_of, kinds_of_rooms, problems, shared
from tools.generate import messages

SHOP, BUY = "src/zaria/web/templates/zaria/shop/shop.html", "src/zaria/club/shop/views.py"
LOBBY, FOOT = "src/zaria/web/messages/lobby.py", "src/zaria/web/templates/zaria/_footer.html"


def message(text: str, *files: str, context: str | None = None) -> Message:
    """A message that stands in these files."""
    return Message(text, locations=[(file, 1) for file in files], context=context)


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (SHOP, "credits"),
        (BUY, "credits"),
        (LOBBY, "table"),
        (FOOT, "frame"),
        ("src/zaria/web/templates/zaria/_me.html", "frame"),
        ("src/zaria/web/templates/zaria/me.html", "account"),
        ("src/zaria/web/templates/account/login.html", "account"),
        ("src/zaria/match/refusals.py", "table"),
        ("src/zaria/club/garden/views.py", "garden"),
    ],
)
def test_a_file_stands_in_a_room_of_a_kind(file: str, kind: str) -> None:
    assert kind_of(file) == kind


def test_short_messages_without_a_context_are_found() -> None:
    catalogue = [
        message("Draw", SHOP, LOBBY),
        message("%(n)s draw", SHOP, LOBBY),
        message("Draw", SHOP, LOBBY, context="drawing of lots"),
        message("Buy", SHOP, BUY),
        message("Shop", SHOP, FOOT),
        message("Nobody has said a word yet", SHOP, LOBBY),
        message("{n}", SHOP, LOBBY),
    ]
    kinds = ["credits", "table"]
    assert [*shared(catalogue)] == [("Draw", kinds), ("%(n)s draw", kinds)]
    assert [*problems(catalogue, ["%(n)s draw"])] == ["'Draw' without a context: credits, table"]


def test_placeholders_and_tags_are_no_words() -> None:
    assert is_short("<b>%(name)s</b> has won it")
    assert not is_short("%(name)s has won it again")
    assert not is_short("%(n)s")


def test_each_allowed_message_stands_in_one_group_with_a_reason() -> None:
    text = DATA.read_text(encoding="utf-8")
    assert all(allowed().values())
    assert [name for name in allowed() if text.count(f'"{name}"') > 1] == []
    assert all(is_short(name) for name in allowed())


@pytest.mark.slow  # `make check` asks the same
@pytest.mark.xdist_group("messages")
def test_each_room_is_known() -> None:
    files = {name for message in messages.messages() for name, _line in message.locations}
    assert {kind_of(file) for file in files} == {*kinds_of_rooms().values()}
