"""Tables as visitors set them, and what is common to matches between two of them."""

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.browser.table_page import Seat
from tests.support.chromium import AT_ONCE, DESKTOP, PHONE, Size, Visits, wait_for_resources
from zaria.match.events import Event
from zaria.records.formats.json import load
from zaria.records.verify import verify

BY_HAND = {**AT_ONCE, "roll": False}


def play_now(page: Page, game: str = "tabla") -> None:
    """One tap on the front page: a table against the computer, as is usual for the game."""
    show_tile(page, game)
    page.locator(f"#{game} .go").click()


def show_tile(page: Page, game: str) -> None:
    """Have the front page show a game: all of them are there on request."""
    if not page.locator(f"#{game}").is_visible():
        page.locator(".more-games > summary").click()


def set_table(page: Page, game: str, opponent: str, **options: str) -> None:
    """From the front page to the options of a game; choose there and press the button for the opponent."""
    show_tile(page, game)
    page.locator(f"#{game} a[href^='/new/']").click()
    choose(page, opponent, **options)


def choose(page: Page, opponent: str, **options: str) -> None:
    """Choose from the options of a game, and press the button for the opponent."""
    for name, value in options.items():
        if (number := page.locator(f"input[name={name}][type=number]")).count():
            number.fill(value)
            continue
        radio = page.locator(f"input[name={name}][value='{value}']")
        for folded in page.locator("details:not([open])", has=radio).all():
            folded.locator("summary").click()
        page.locator("label", has=radio).click()
    page.locator(f".btn[value={opponent}]").click()


def friends(
    visit: Visits, game: str = "tabla", sizes: tuple[Size, Size] = (DESKTOP, PHONE), **options: str
) -> tuple[Seat, Seat]:
    """Two visitors at a table: who set it (light), and who came by its link (dark). Both roll by hand."""
    first = visit(f"/new/{game}", size=sizes[0], settings=BY_HAND)
    choose(first, "friend", **options)
    host = Seat(first)
    link = first.locator(".link input").input_value()
    guest = Seat(visit(link, size=sizes[1], settings=BY_HAND), seed=2)
    guest.press("#sit")
    for seat in (host, guest):
        seat.wait("theirs", "move", "roll")
    return host, guest


def settle(*seats: Seat) -> None:
    """Until all pages know the same and have shown it."""
    last = max(seat.page.evaluate("() => zaria.session.n") for seat in seats)
    for seat in seats:
        seat.page.wait_for_function("n => zaria.session.n >= n && !zaria.table.busy.value", arg=last)


def on_turn(*seats: Seat) -> tuple[Seat, Seat]:
    """The side to act, and the other."""
    settle(*seats)
    mover, waiting = seats if seats[0].state()["to_act"] == seats[0].state()["you"] else seats[::-1]
    mover.wait("roll", "move")
    waiting.wait("theirs")
    return mover, waiting


def mid_turn(*seats: Seat) -> tuple[Seat, Seat]:
    """Play until one step of a turn is made and more are to come; who makes it, and the other."""
    while True:
        mover, waiting = on_turn(*seats)
        if mover.wait("roll", "move") == "roll":
            mover.roll()
        elif len(mover.state()["moves"]) == 0 and _longer(mover):
            mover.step(mover.ways()[0])
            if mover.wait("move", "done") == "move":
                return mover, waiting
            mover.done()
        else:
            mover.finish()


def _longer(seat: Seat) -> bool:
    return len(seat.ways()) > 1


def same(*seats: Seat) -> bool:
    """True if all pages come to show the same table."""
    settle(*seats)
    shown = [seat.state() for seat in seats]
    for state in shown:
        del state["moves"], state["you"]
    return all(state == shown[0] for state in shown)


def give_up(seat: Seat, opponent: Seat) -> None:
    """Resign for as little as the position allows; the opponent accepts."""
    seat.resign(1)
    opponent.wait("resign")
    opponent.press("#accept")


def check_dice(seat: Seat, tmp_path: Path) -> None:
    """By the button of the result sheet, and by what `zaria verify` looks at in the record offered there."""
    page = seat.page
    seat.press("#verify")
    expect(page.locator("#proof.good")).to_contain_text("all match")
    check_saved_record(page, tmp_path)


def check_saved_record(page: Page, tmp_path: Path) -> Sequence[Event]:
    """Save the record that the page of a finished match offers, and verify it. Return what is in it."""
    wait_for_resources(page)  # a link that moves while it is pressed is not followed
    with page.expect_download() as download:
        page.locator("#record").click()
    saved = tmp_path / "record.json"
    download.value.save_as(saved)
    events = load(saved.read_bytes())
    report = verify(events)
    assert report.ok, report.problem
    return events
