"""The table page of a tournament's match, and the way to it from another table."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from tests.support.chromium import DESKTOP, PHONE, becomes
from tests.support.web.board_stage import at
from tests.support.web.table_stage import NOW, Stage, event, match, state
from tests.web.conftest import Boards
from tests.web.test_table import push, sent
from tests.web.test_waiting import CLOCK, IRINA, booted, message
from zaria.live.sockets.protocol.server import AbsenceChanged, AbsentSide, Redirect, Timer, TimersChanged
from zaria.live.sockets.protocol.tournament import Decision, NextTournament, PodiumPlace, TableTournament
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.match import Match, Result

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
Json = dict[str, Any]
IN: Json = {"tournament": "t1", "clock": CLOCK}
UNTIL = NOW + 300_000
CALL = message(Redirect("next-one", "tournament", UNTIL))
ABOVE = """() => {
  const [line, table] = ['.tournament-call', '#table'].map((css) =>
    document.querySelector(css).getBoundingClientRect());
  return line.bottom <= table.top + 1 && table.bottom <= innerHeight + 1 && line.height >= 44;
}"""


def opened(*players: Player | None) -> Match:
    """A table that waits for its players."""
    both = (*players, None, None)[:2]
    return match(phase="open", players=both, until=UNTIL, **IN)


def booted_for(of: Match, **more: Any) -> bytes:
    """The state for the player of side 0, to whose opponent the other seat belongs."""
    return booted(of, opponent={"name": "Stoyan", "colour": "#3f6a86"}, **more)


def of_tournament(game: str, **fields: Any) -> Match:
    """A match of a tournament, with dice or on squares."""
    if game == "tabla":
        return match(**IN, **fields)
    board = at(game, **fields)
    return replace(board, terms=replace(board.terms, tournament="t1"))


def leads(stage: Stage) -> None:
    """The other table can be opened."""
    stage.extra["/t/next-one"] = b'<link rel="icon" href="data:,"><title>Next</title>'


def test_its_player_sits_down_without_being_asked_and_waits(table: Open) -> None:
    page = table(booted_for(opened(), you=None, seat=0, kept=True))
    assert len(sent(page, "sit", 1)) == 1
    expect(page.locator(".pane h2")).to_have_text("Your match against Stoyan is ready")
    expect(page.locator("#cancel")).to_have_count(0)
    seated = event(8, ev.Seated(at=NOW, side=0, player=IRINA, seed="1" * 32), opened(IRINA))
    push(page, seated)
    expect(page.locator(".pane h2")).to_have_text("Waiting for Stoyan")
    expect(page.locator(".count")).to_contain_text(":")
    expect(page.locator(".pane")).to_contain_text("If Stoyan doesn't show up by then, you win the match.")
    assert len(sent(page, "sit")) == 1
    expect(page.locator(".pane button")).to_have_count(0)


def test_an_onlooker_is_asked_nothing(table: Open) -> None:
    page = table(booted(opened(), you=None, seat=None))
    expect(page.locator(".pane h2")).to_have_text("Waiting for the players")
    assert sent(page, "sit") == []


def test_a_cleared_table_leads_to_the_tournament(table: Open) -> None:
    page = table(booted_for(opened(IRINA), you=0))
    gone = match(phase="over", players=(IRINA, None), secret="ab" * 32, until=None, **IN)
    push(
        page,
        event(8, ev.Cancelled(at=1, side=None), opened(IRINA)),
        event(9, ev.MatchEnded(at=1, winner=None, score=(0, 0), secret="ab" * 32), gone),
    )
    expect(page.locator("#cleared")).to_have_text("No game was played")
    expect(page.locator("#tournament")).to_have_attribute("href", "/tournaments/t1")
    expect(page.locator("#meanwhile, #anew, #stop")).to_have_count(0)


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_a_result_offers_no_rematch_but_the_tournament(board: Boards, game: str) -> None:
    over: Json = {"phase": "over", "winner": 0, "secret": "ab" * 32}
    page = board(state(of_tournament(game, result=Result(0, 1, "single", "resigned"), **over)))
    expect(page.locator("#outcome")).to_have_text("You won!")
    expect(page.locator("#tournament")).to_have_attribute("href", "/tournaments/t1")
    expect(page.locator("#rematch, #new")).to_have_count(0)


def answers(stage: Stage, tournament: TableTournament) -> None:
    """The club answers so about the match from now on."""
    stage.extra["/t/m/tournament"] = msgspec.json.encode(tournament)


def boot_of(of: Match, tournament: TableTournament, **more: Any) -> bytes:
    """The state in the page of a table of a tournament."""
    return msgspec.json.encode({**msgspec.json.decode(booted(of, **more)), "tournament": tournament})


@pytest.mark.parametrize(
    ("decision", "heading"),
    [
        ("won", "The director decided: you won the match"),
        ("lost", "The director decided: you lost the match"),
        ("both_lost", "The director decided: both players lost the match"),
        ("again", "The director decided: the match is played again"),
    ],
)
def test_a_decided_match_says_who_decided_and_why(
    table: Open, stage: Stage, decision: Decision, heading: str
) -> None:
    page = table(boot_of(match(**IN), TableTournament("t1", "Friday eight"), you=0))
    over: Json = {"phase": "over", "secret": "ab" * 32, "result": Result(None, 0, "", "annulled")}
    after = match(**IN, **over)
    answers(stage, TableTournament("t1", "Friday eight", decision=decision, reason="Left the club at ten"))
    push(
        page,
        event(8, ev.Annulled(at=1), match(**IN)),
        event(9, ev.GameEnded(at=1, winner=None, points=0, kind="", how="annulled"), after),
        event(10, ev.MatchEnded(at=1, winner=None, score=(0, 0), secret="ab" * 32), after),
    )
    expect(page.locator("#outcome")).to_have_text(heading)
    expect(page.locator("#decision")).to_have_text("Reason: Left the club at ten")
    expect(page.locator(".pane .score")).to_have_count(0)
    expect(page.locator(".result-medal")).to_have_count(int(decision == "won"))


def test_a_champion_is_celebrated(table: Open, stage: Stage) -> None:
    over: Json = {"phase": "over", "winner": 0, "secret": "ab" * 32}
    podium = [PodiumPlace(1, "Irina"), PodiumPlace(2, "Stoyan")]
    answers(
        stage,
        TableTournament(
            "t1",
            "Friday eight",
            podium=podium,
            standing="Place 1",
            won=True,
            prize="80.00",
            next=NextTournament("t2", "Sunday cup", NOW),
        ),
    )
    ended = of_tournament("tabla", result=Result(0, 1, "single", "resigned"), **over)
    page = table(boot_of(ended, TableTournament("t1", "Friday eight", "Final"), you=0), size=PHONE)
    expect(page.locator("#outcome")).to_have_text("You won Friday eight!")
    expect(page.locator("#standing")).to_have_text(re.compile(r"Friday eight\s*Place 1\s*Prize\s*80.00"))
    expect(page.locator(".result-podium li")).to_have_text(["1Irina", "2Stoyan"])
    expect(page.locator("#share")).to_be_visible()
    expect(page.locator("#next-tournament")).to_have_attribute("href", "/tournaments/t2")
    expect(page.locator("#next-tournament")).to_have_text("Next: Sunday cup")


@pytest.mark.parametrize(("size", "tab"), [(PHONE, False), (DESKTOP, True)])
def test_the_table_names_the_tournament_and_its_round(table: Open, size: Any, tab: bool) -> None:
    boot = boot_of(match(turn=1, **IN), TableTournament("t1", "Friday eight", "Semi-final"), you=0)
    page = table(boot, size=size)
    link = page.locator("#side > .table-tournament")
    assert link.is_visible() == tab
    if not tab:
        page.locator("#menu").click()
    page.locator("#tab-terms").click()
    link = page.locator("[role=tabpanel] .table-tournament")
    expect(link).to_have_text("Friday eight · Semi-final")
    expect(link).to_have_attribute("href", "/tournaments/t1")


def test_the_sheet_that_waits_names_the_tournament(table: Open) -> None:
    boot = boot_of(opened(IRINA), TableTournament("t1", "Friday eight", "Final"), you=0)
    page = table(boot, size=PHONE)
    expect(page.locator(".pane .table-tournament")).to_have_text("Friday eight · Final")


def test_an_absence_is_no_reason_for_a_draw(board: Boards) -> None:
    page = board(state(match(turn=1, **IN)))
    push(page, message(AbsenceChanged("m", NOW, [AbsentSide(1, NOW)])))
    expect(page.locator("#claim-win")).to_be_visible()
    expect(page.locator("#claim-draw")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_running_match_is_played_on_and_then_the_tournaments_opens(
    table: Open, stage: Stage, size: Json
) -> None:
    leads(stage)
    page = table(state(match(length=1)), size=size)
    push(page, CALL)
    line = page.locator(".tournament-call")
    expect(line.locator("a")).to_have_attribute("href", "/t/next-one")
    expect(line).to_contain_text("Your tournament match is ready")
    expect(line.locator("time")).to_contain_text(":")
    expect(line).to_have_attribute("role", "status")
    becomes(page, ABOVE, True)
    over = match(phase="over", winner=0, secret="ab" * 32, result=Result(0, 1, "single", "resigned"))
    push(
        page,
        event(8, ev.GameEnded(at=1, winner=0, points=1, kind="single", how="resigned"), over),
        event(9, ev.MatchEnded(at=1, winner=0, score=(1, 0), secret="ab" * 32), over),
    )
    page.wait_for_url("**/t/next-one")


def test_a_call_that_is_over_is_shown_no_more(table: Open) -> None:
    page = table(state(match()))
    push(page, message(Redirect("late", "tournament", NOW - 1)), CALL)
    expect(page.locator(".tournament-call a")).to_have_attribute("href", "/t/next-one")


def test_an_onlooker_is_led_to_their_own_match(table: Open, stage: Stage) -> None:
    leads(stage)
    page = table(state(match(), you=None))
    push(page, CALL)
    page.wait_for_url("**/t/next-one")


def test_two_tournaments_do_not_pull_their_player_to_and_fro(table: Open) -> None:
    page = table(booted_for(opened(), you=None, seat=0, kept=True))
    push(page, message(Redirect("m", "tournament", UNTIL)), CALL)
    expect(page.locator(".tournament-call a")).to_have_attribute("href", "/t/next-one")


def test_any_other_page_opens_the_match(table: Open, stage: Stage) -> None:
    leads(stage)
    page = table()
    page.evaluate(
        """async (call) => {
          const { Waiting } = await import('/static/js/lobby/waiting.js');
          new Waiting(() => {}).hear(call);
        }""",
        CALL,
    )
    page.wait_for_url("**/t/next-one")


def test_a_call_comes_before_the_end_of_a_round_and_that_before_a_start(modules: Page) -> None:
    start = Timer("t1", "Friday eight", NOW + 30_000, "start")
    round_ends, join = Timer("t2", "League", NOW + 90_000, "round"), Timer("m1", "", NOW + 200_000, "join")
    for timers, kind, address, title in (
        ([start], "start", "/tournaments/t1", "Start of Friday eight"),
        ([start, round_ends], "round", "/tournaments/t2", "End of League"),
        ([start, round_ends, join], "join", "/t/m1", "Come"),
    ):
        modules.evaluate(
            """async ([timers, now]) => {
              document.getElementById('tournament-timer')?.remove();
              const timer = document.createElement('a');
              timer.id = 'tournament-timer';
              timer.append(document.createElement('b'));
              Object.assign(timer.dataset,
                { start: 'Start of {title}', round: 'End of {title}', join: 'Come' });
              document.body.append(timer);
              const { showTimers } = await import(`/static/js/ui/tournament_timer.js?${timers.length}`);
              showTimers(timers, now);
            }""",
            [msgspec.to_builtins(timers), NOW],
        )
        timer = modules.locator("#tournament-timer")
        expect(timer).to_have_class(kind)
        expect(timer).to_have_attribute("href", address)
        expect(timer).to_have_attribute("title", title)
    modules.evaluate("document.getElementById('tournament-timer').remove()")


def test_the_timer_counts_by_the_clock_of_the_server(modules: Page) -> None:
    timers = TimersChanged([Timer("t1", "Friday eight", NOW + 90_000, "start")], NOW)
    modules.evaluate(
        """async (timers) => {
          const timer = '<a id="tournament-timer" hidden><b></b></a>';
          document.body.insertAdjacentHTML('beforeend', timer);
          const { Waiting } = await import('/static/js/lobby/waiting.js');
          new Waiting(() => {}).hear(timers);
        }""",
        message(timers),
    )
    expect(modules.locator("#tournament-timer b")).to_have_text(re.compile("1:[23]"))
