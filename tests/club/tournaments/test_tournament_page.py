"""The page of a tournament, in all formats and phases: what is shown, and what is kept back."""

import re
from itertools import takewhile

import pytest
import qrcode
from icalendar import Calendar
from qrcode.image.svg import SvgPathFillImage

from tests.club.tournaments.test_pages import HOUR, Browser, nothing_known, soon
from tests.support.by_day import by_day
from tests.support.club.rating_records import played
from tests.support.club.tournament_play import ABSENT, DRAWN, FIRST, SECOND, begun, play, waiting
from tests.support.club.tournament_terms import entered, members, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.federations.models import Federation
from zaria.club.tournaments import actions, history, refusals
from zaria.club.tournaments.models import SeriesTournament, Tournament, TournamentSeries
from zaria.club.tournaments.pages import brackets, chronology, live_part, standings
from zaria.club.tournaments.pages.place_groups import place_groups
from zaria.club.tournaments.runner import progress
from zaria.club.tournaments.setup import refusals as director_refusals
from zaria.live.sockets.protocol.cards import Card
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import LOSS, Result
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.refusals import TournamentRefusedError

__all__ = ["nothing_known", "plain_files"]

pytestmark = pytest.mark.usefixtures("plain_files", "nothing_known", "transactional_db")


def section(page: str, name: str) -> str:
    """A section of a page by its id; "" if it is not there."""
    element = re.search(rf'<section[^>]* id="{name}".*?</section>', page, re.DOTALL)
    return element[0] if element else ""


def headings(page: str) -> list[str]:
    """The headings of the sections."""
    return [text.strip() for text in re.findall(r"<h2[^>]*>([^<]*)", page)]


def test_every_refusal_has_a_sentence() -> None:
    codes = set(re.findall(r"`(\w+)`", TournamentRefusedError.__doc__ or "")) - {"code"}
    assert codes <= set(refusals.SENTENCES)
    assert all(refusals.sentence(code) for code in refusals.SENTENCES)


def test_a_director_is_not_addressed_as_the_player() -> None:
    codes = set(re.findall(r"`(\w+)`", TournamentRefusedError.__doc__ or "")) - {"code", "checked_in"}
    codes |= {"not_enough_credits", *refusals.LIMITS}
    sentences = [director_refusals.sentence(code) for code in codes]
    assert [sentence for sentence in sentences if re.search(r"\byour?\b", sentence, re.IGNORECASE)] == []


@pytest.mark.parametrize("format_", by_day(("groups",), FORMATS))
def test_the_page_of_each_format_is_whole_at_every_stage(format_: str) -> None:
    more = {"round_ms": HOUR} if format_ == "arena" else {}
    row, players = entered(6, format_, fee=1_00, **more)
    browser = Browser(players[0])
    address = f"/tournaments/{row.pk}"
    assert "Draw order" not in browser.text(address)
    actions.begin(row.pk)
    if format_ == "arena":
        actions.execute(row.pk, cmd.Pair())
    assert {"Round 1", "Matches"} & set(headings(browser.text(address)))
    after = play(row, 2, (FIRST, SECOND))
    page = browser.text(address)
    assert {"Standings", "The draw", "Event log"} <= set(headings(page))
    assert after.secret not in page
    after = play(row, 20, (FIRST, SECOND))
    page = browser.text(address)
    if after.phase == "over":
        assert section(page, "winners")
        assert after.secret in page
    for name, there in (
        ("bracket", format_ in ("knockout", "double", "groups")),
        ("table-1", format_ in ("round-robin", "league", "groups")),
    ):
        assert bool(section(page, name)) == there
    assert {f'data-name="{player.username}"' in section(page, "standings") for player in players} == {True}


def test_winners_have_their_prizes() -> None:
    row, _ = begun(4, fee=10_00, shares=(60, 40))
    winner = play(row).winner
    page = Browser().text(f"/tournaments/{row.pk}")
    won = section(page, "winners")
    assert re.findall(r'class="prize">([^<]*)', won) == ["24.00 credits", "16.00 credits"]
    assert len(re.findall(r"<li", won)) == 3
    name = next(iter(re.findall(r'data-name="(\w+)"', won)))
    assert history.state(Tournament.objects.get(pk=row.pk)).standings[0] == winner
    assert name.startswith("Ann")


def test_the_panel_of_a_player_says_that_nobody_came() -> None:
    row, players = begun(5)
    (first,) = waiting(row)
    progress.report(first, Result((LOSS, LOSS), played=False))
    names = {member.player: member.username for member in players}
    for player, opponent in ((first.player0, first.player1), (first.player1, first.player0)):
        reader = next(member for member in players if member.player == player)
        panel = Browser(reader).text(f"/tournaments/{row.pk}/own")
        assert f"Round 1: neither you nor {names[opponent]} showed up in time." in panel


def test_the_own_panel_follows_a_player() -> None:
    row, players = begun(5)
    address = f"/tournaments/{row.pk}/own"
    byes = [member for member in players if "You have a bye in round 1" in Browser(member).text(address)]
    assert len(byes) == 3
    (first,) = waiting(row)
    winner = next(player for player in players if player.player == first.player0)
    opponent = next(player for player in players if player.player == first.player1)
    assert f"Your match against {opponent.username} is waiting" in Browser(winner).text(address)
    progress.report(first, ABSENT)
    loser = Browser(opponent).text(address)
    assert "You are out" in loser
    assert f"Round 1: you didn't show up in time, so {winner.username} won." in loser
    play(row)
    for path in (address, address.removesuffix("/own")):
        assert "Your final place: 5" in Browser(opponent).text(path)


def test_the_time_to_come_is_in_minutes_or_seconds() -> None:
    (player,) = members(1)
    times = {60_000: "1 minute", 300_000: "5 minutes", 1_000: "1 second", 90_000: "90 seconds"}
    for absent_ms, words in times.items():
        row = actions.create(terms(absent_ms=absent_ms), "director")
        actions.enter(row.pk, player)
        page = Browser(player).text(f"/tournaments/{row.pk}")
        assert f"Players have {words} from the start of a round" in page
        assert f"Be there within {words}." in page


def test_a_winner_waits_for_the_others_of_the_round() -> None:
    row, players = begun(4)
    pairings = waiting(row)
    progress.report(pairings[0], FIRST)
    winner = next(member for member in players if member.player == pairings[0].player0)
    page = Browser(winner).text(f"/tournaments/{row.pk}/own")
    assert "1 match of this round is still being played." in page


def test_a_cancelled_tournament_says_that_the_fee_is_back() -> None:
    row, (ann,) = entered(1, fee=1_00)
    actions.begin(row.pk)
    page = Browser(ann).text(f"/tournaments/{row.pk}")
    assert "Your entry fee has been returned." in page
    assert "too few players entered" in page


def test_who_withdraws_from_a_swiss_may_come_back() -> None:
    row, (ann, *_) = begun(5, "swiss")
    actions.withdraw(row.pk, ann.player)
    play(row, 1)
    page = Browser(ann).text(f"/tournaments/{row.pk}")
    assert "You have withdrawn" in page
    assert "Rejoin" in page


def test_the_chronology_names_directors_and_their_reasons() -> None:
    row, players = begun(4, "swiss", rounds=1)
    director = members(1, since=9)[0]
    first, second = waiting(row)
    actions.execute(row.pk, cmd.Pause(director.player, "A power cut"))
    actions.execute(row.pk, cmd.Resume(director.player))
    actions.execute(
        row.pk, cmd.Adjudicate(1, first.place, SECOND, director.player, "Agreed by both"),
    )  # fmt: skip
    progress.report(second, DRAWN)
    page = section(Browser().text(f"/tournaments/{row.pk}"), "chronology")
    assert "A power cut" in page
    assert "Agreed by both" in page
    assert page.count(f"By {director.username}") == 3
    assert "the director decided that" in page
    assert " drew<" in page
    assert "The tournament is over" in page
    assert players


def test_long_lists_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (standings, chronology):
        monkeypatch.setattr(module, "SIZE", 4)
    row, _ = entered(standings.SIZE + 1)
    guest, address = Browser(), f"/tournaments/{row.pk}"
    assert section(guest.text(address), "players").count('class="player"') == standings.SIZE
    assert section(guest.text(f"{address}?page=2"), "players").count('class="player"') == 1
    first = section(guest.text(address), "chronology")
    before = re.search(r"\?before=(\d+)", first)
    assert before is not None
    assert f'id="event-{int(before[1]) - 1}"' in section(
        guest.text(f"{address}?before={before[1]}"), "chronology"
    )
    assert guest.get(f"{address}?page=9999999999&round=-1&before=x").status_code == 200


def test_a_large_bracket_shows_its_last_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brackets, "MOST_BOXES", 4)
    row, _ = begun(brackets.MOST_BOXES * 2 + 1)
    (drawn,) = brackets.brackets(history.state(row))
    assert drawn.cut
    assert max(len(column.slots) for column in drawn.columns) == brackets.MOST_BOXES
    assert drawn.columns[-1].title == "Final"


@pytest.mark.parametrize(("players", "is_dense"), [(4, False), (8, True), (32, True)])
def test_the_boxes_of_running_matches_have_boards(players: int, is_dense: bool) -> None:
    """They stand above the names in a short round, and beside them in a long one."""
    row, _ = begun(players)
    tables = [str(pairing.match_id) for pairing in waiting(row)]
    progress.mark_opened(tables)
    cards = [Card(table, "tabla", "playing", 0, (None, None), "fast") for table in tables]
    page = live_part.html(live_part.part(row, live_part.Place()), cards)
    bracket = section(page, "bracket")
    assert sorted(re.findall(r'data-board="([^"]+)"', bracket)) == sorted(tables)
    assert bracket.count('class="mini') == players // 2
    assert ('"bracket-round current dense"' in bracket) == is_dense
    assert section(page, "boards") == "", "no board is shown twice"


def test_a_bracket_has_the_points_of_matches_and_says_who_did_not_come() -> None:
    row, _ = begun(4)
    first, second = waiting(row)
    played(str(first.match_id), players=(first.player0, first.player1), score=(3, 2)).save()
    progress.report(first, FIRST)
    progress.report(second, ABSENT)
    drawn = section(Browser().text(f"/tournaments/{row.pk}"), "bracket")
    points = re.findall(r'<span class="side (\w*)".*?<b data-points="\d">([^<]*)', drawn)
    assert sorted(points) == [("", ""), ("", ""), ("lost", "2"), ("lost", "–"), ("won", "+"), ("won", "3")]


def test_the_live_part_is_sent_once_for_each_event() -> None:
    row, _ = begun(4)
    guest, address = Browser(), f"/tournaments/{row.pk}/live"
    answer = guest.get(address)
    tag = answer.headers["ETag"]
    assert guest.get(address, **{"if-none-match": tag}).status_code == 304
    assert guest.get(address, **{"if-none-match": f"W/{tag}"}).status_code == 304
    assert Browser(language="bg").get(address).headers["ETag"] != tag
    progress.report(waiting(row)[0], FIRST)
    changed = guest.get(address, **{"if-none-match": tag})
    assert (changed.status_code, changed.headers["ETag"] != tag) == (200, True)


def test_files_to_take_along() -> None:
    row, _ = begun(2)
    hidden = soon(private=True)
    (ann,) = members(1, since=2)
    actions.enter(hidden.pk, ann)
    guest, files = Browser(), re.compile(r'href="(/tournaments/[^"]*/export\.\w+)"')
    links = files.findall(guest.text(f"/tournaments/{row.pk}"))
    assert links == [f"/tournaments/{row.pk}/export.{kind}" for kind in ("json", "csv")]
    assert {guest.get(path).status_code for path in links} == {200}
    assert files.findall(guest.text(f"/tournaments/{hidden.pk}")) == []
    own_links = files.findall(Browser(ann).text(f"/tournaments/{hidden.pk}"))
    assert {Browser(ann).get(path).status_code for path in own_links} == {200}


def test_a_qr_code_holds_the_address() -> None:
    path = f"/tournaments/{soon().pk}"
    guest = Browser()
    answer = guest.get(f"{path}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    expected = qrcode.make(f"http://testserver{path}", image_factory=SvgPathFillImage, border=4)
    assert answer.content == expected.to_string()
    assert f'src="{path}/qr.svg"' in guest.text(path)


def test_calendars() -> None:
    row = soon(title="Вечер, 8")
    guest = Browser()
    for path in ("/tournaments.ics", f"/tournaments/{row.pk}.ics"):
        answer = guest.get(path)
        assert answer.headers["Content-Type"].startswith("text/calendar")
        (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
        assert str(event["summary"]) == "Вечер, 8"
        assert event.decoded("dtstart").timestamp() == row.starts_at // 1000
        assert str(event["url"]).endswith(f"/tournaments/{row.pk}")
    assert "Add to calendar" in guest.text(f"/tournaments/{row.pk}")
    actions.execute(row.pk, cmd.Cancel("director", "No hall"))
    assert "Add to calendar" not in guest.text(f"/tournaments/{row.pk}")
    (event,) = Calendar.from_ical(guest.get("/tournaments.ics").content).walk("VEVENT")
    assert (event["status"], event.decoded("sequence")) == ("CANCELLED", 2)


def test_a_federation_has_its_own_calendar() -> None:
    federation = Federation.objects.create(slug="anafeds", name="Ана — федерация")
    guest, path = Browser(), "/f/anafeds/tournaments.ics"
    assert guest.get("/f/nobody/tournaments.ics").status_code == 404
    row = soon(title="Own", federation=federation.slug)
    soon(title="Of the club")
    soon(title="Of friends", federation=federation.slug, private=True)
    answer = guest.get(path)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    assert str(Calendar.from_ical(answer.content)["x-wr-calname"]) == "Ана — федерация: tournaments"
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert (str(event["summary"]), event.decoded("dtstart").timestamp()) == ("Own", row.starts_at // 1000)
    assert f'href="{path}"' in guest.text("/f/anafeds")


def test_players_who_wait_see_who_still_plays_and_how_long_the_round_lasts() -> None:
    row, players = begun(4, "league", round_ms=HOUR)
    first, second = waiting(row)
    still = [member.username for member in players if member.player in (second.player0, second.player1)]
    progress.mark_opened([first.match_id or "", second.match_id or ""])
    progress.report(first, FIRST)
    winner = next(member for member in players if member.player == first.player0)
    panel = Browser(winner).text(f"/tournaments/{row.pk}/own")
    (games,) = re.findall(r'<details class="others-games folded".*?</details>', panel, re.DOTALL)
    assert "Still playing" in games
    assert [name for name in still if name not in games] == []
    assert winner.username not in games
    assert f'href="/t/{second.match_id}"' in games
    row.refresh_from_db()
    ends = history.state(row).deadline
    assert row.round_ends_at == ends
    assert re.search(r"The round ends at the latest:\s*<time", panel)
    progress.report(second, FIRST)
    row.refresh_from_db()
    assert row.round_ends_at is not None
    assert ends is not None
    assert row.round_ends_at >= ends, "the next round has its own end"


def test_an_arena_says_when_it_ends() -> None:
    row, (ann, *_others) = begun(4, "arena", round_ms=HOUR)
    assert "The tournament ends:" in Browser(ann).text(f"/tournaments/{row.pk}/own")
    row, (bob, *_others) = begun_later("swiss")
    assert "The round ends" not in Browser(bob).text(f"/tournaments/{row.pk}/own")


def begun_later(format_: str) -> tuple[Tournament, list[Member]]:
    """A tournament of further members, without a limit of time."""
    row, players = actions.create(terms(format_), "director"), members(4, since=4)
    for member in players:
        actions.enter(row.pk, member)
    return actions.begin(row.pk), players


def test_a_frame_of_another_site_may_show_it() -> None:
    row, players = begun(4)
    answer = Browser().get(f"/tournaments/{row.pk}/embed?lang=bg")
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    page = answer.content.decode()
    assert '<html lang="bg">' in page
    assert players[0].username in page
    plain_answer = Browser().get(f"/tournaments/{row.pk}")
    assert plain_answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in plain_answer.headers["Content-Security-Policy"]


def test_places_are_groups_that_narrow_until_a_knock_out_ends() -> None:
    row, _ = begun(8)
    assert ranges(row) == [(1, 8)]
    progress.report(waiting(row)[0], FIRST)
    assert ranges(row) == [(1, 8), (5, 8)]
    play(row, 1)
    assert ranges(row) == [(1, 4), (5, 8)]
    assert "1–4" in section(Browser().text(f"/tournaments/{row.pk}"), "standings")
    play(row, 1)
    assert ranges(row) == [(1, 2), (3, 4), (5, 8)]
    play(row)
    assert ranges(row) == []


def test_places_of_a_double_elimination_begin_with_the_second_defeat() -> None:
    row, _ = begun(4, "double")
    assert ranges(row) == [(1, 4)]
    play(row, 2)
    assert ranges(row) == [(1, 3), (4, 4)]


def ranges(row: Tournament) -> list[tuple[int, int]]:
    """The places that the groups of players share."""
    state = history.state(Tournament.objects.get(pk=row.pk))
    return [(group.first, group.last) for group in place_groups(state)]


def test_steps_are_the_rounds_with_the_one_that_is_played() -> None:
    row = soon(most=8)
    steps = section(Browser().text(f"/tournaments/{row.pk}"), "steps")
    assert re.findall(r"<li[^>]*>([^<]+)", steps) == ["Start", "Quarter-finals", "Semi-finals", "Final"]
    running, _ = begun(8)
    play(running, 1)
    steps = section(Browser().text(f"/tournaments/{running.pk}"), "steps")
    assert re.findall(r'aria-current="step">([^<]+)', steps) == ["Semi-finals"]
    assert steps.count('class="done"') == 2


def test_free_seats_are_drawn_and_the_fee_stands_beside_the_balance() -> None:
    row, (ann, bob) = soon(most=8, fee=10_00), members(2)
    actions.enter(row.pk, ann)
    page = Browser(bob).text(f"/tournaments/{row.pk}")
    assert section(page, "players").count("arms large free") == 7
    assert re.search(r"Enter for 10\.00 credits\s*<small>You have 1,000\.00 credits", page)
    assert f'data-until="{row.starts_at}"' in page
    filled, empty = re.findall(r'<path class="(?:filled-)?rings" d="([^"]*)"', section(page, "own"))
    assert (filled.count("M"), empty.count("M")) == (1, 7 + 4 + 2 + 1)


def test_the_next_tournament_of_a_series_is_offered_at_the_end() -> None:
    row, _ = begun(2)
    play(row)
    following = soon(title="Next Friday")
    series = TournamentSeries.objects.create(id="fridays", director="director", first=0, created_at=0)
    for number, tournament in enumerate((row, following)):
        SeriesTournament.objects.create(series=series, starts_at=number, tournament=tournament)
    page = Browser().text(f"/tournaments/{row.pk}")
    assert f'href="/tournaments/{following.pk}">Next Friday</a>' in page
    assert "Next in the series" not in Browser().text(f"/tournaments/{following.pk}")


def test_standings_show_what_the_last_round_has_changed() -> None:
    row, _ = begun(6, "swiss", rounds=3)
    play(row, 1)
    assert "+" not in section(Browser().text(f"/tournaments/{row.pk}"), "standings")
    play(row, 1, (SECOND, FIRST))
    table = section(Browser().text(f"/tournaments/{row.pk}"), "standings")
    changes = [int(change) for change in re.findall(r'<small class="(?:up|down)">([+-]\d+)</small>', table)]
    assert changes
    assert sum(changes) == 0


def test_an_arena_marks_wins_in_a_row() -> None:
    row, players = begun(4, "arena", round_ms=HOUR)
    play(row, 4, (FIRST, SECOND, SECOND))
    (meetings,) = history.state(Tournament.objects.get(pk=row.pk)).with_current().rounds
    marks = 0
    for member in players:
        winners = [meeting.winner for meeting in reversed(meetings) if member.player in meeting.players]
        wins = len(list(takewhile(member.player.__eq__, winners)))
        marks += wins if wins > 1 else 0
    assert marks
    table = section(Browser().text(f"/tournaments/{row.pk}"), "standings")
    assert table.count('class="mark-checker"') == marks
