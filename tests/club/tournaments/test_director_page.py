"""The director's page: each tool, the ones that do not apply, and acts that come too late or twice."""

import re
from html import escape

from django.test import Client

from tests.support.club.director_pages import (
    boss,
    browser,
    do,
    done,
    english_pages,
    page,
    refusal,
    seen,
    state_of,
)
from tests.support.club.tournament_play import begun
from tests.support.club.tournament_terms import entered, members, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.queries import Balance, balance
from zaria.club.notifications.notice_kinds import INVITATION
from zaria.club.notifications.queries import notices_of
from zaria.club.site.clock import now_ms
from zaria.club.staff.models import Act
from zaria.club.tournaments import actions, history, money
from zaria.club.tournaments.models import Entry, Invitation, Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.club.tournaments.setup.local_time import to_local
from zaria.tournaments.field import DRAW, LOSS, WIN, Result

__all__ = ["boss", "english_pages", "plain_files"]

HOUR = 3_600_000


def tools(client: Client, row: Tournament) -> set[str]:
    """The tools that the page offers, in forms and on pages of their own."""
    text = client.get(page(row)).content.decode()
    pages = {
        name for name, path in (("decide", "decide/"), ("pair", "pairs")) if f"{page(row)}/{path}" in text
    }
    return pages | set(re.findall(r'name="tool" value="(\w+)"', text))


def test_only_a_director_sees_it() -> None:
    row, (ann,) = entered(1)
    assert Client().get(page(row)).status_code == 302
    client = browser(ann)
    assert client.get(page(row)).status_code == 403
    assert do(client, row, "cancel", sure="on").status_code == 403
    assert state_of(row).phase == "open"


def test_what_there_is_not_is_not_found(boss: Client) -> None:
    row, _ = entered(1)
    assert boss.get("/tournaments/nothing123/director").status_code == 404
    assert do(boss, row, "dance").status_code == 404


def test_only_the_tools_that_apply_are_offered(boss: Client) -> None:
    row, players = entered(4, access="all")
    usual = {"cancel", "pause", "withdraw", "replace"}
    assert tools(boss, row) == usual | {"edit", "enter"}
    actions.begin(row.pk)
    assert tools(boss, row) == usual | {"decide"}
    done(boss, row, "pause")
    assert tools(boss, row) == usual - {"pause"} | {"decide", "resume"}
    done(boss, row, "decide", number=1, place=0, outcome="win0")
    assert "undo" in tools(boss, row)
    done(boss, row, "decide", number=1, place=1, outcome="win1")
    assert tools(boss, row) == {"cancel", "withdraw", "resume", "decide", "undo", "pair"}
    done(boss, row, "cancel", sure="on")
    assert tools(boss, row) == set()
    assert str(players[0]) in boss.get(page(row)).content.decode()


def test_players_come_go_and_are_replaced(boss: Client) -> None:
    row, (ann0, ann1) = entered(2)
    ann2, ann3 = members(2, since=2)
    assert ann2.player in done(boss, row, "enter", login="ann2").ratings
    assert Entry.objects.get(player=ann2.player).name == "Ann2"
    assert ann0.player not in done(boss, row, "withdraw", player=ann0.player).ratings
    state = done(boss, row, "replace", player=ann1.player, login="Ann3")
    assert set(state.ratings) == {ann2.player, ann3.player}
    assert ann0.player in done(boss, row, "enter", login="Ann0").ratings
    assert set(Entry.objects.filter(active=True).values_list("name", flat=True)) == {"Ann0", "Ann2", "Ann3"}
    for more, message in (
        ({"login": "Nobodyy"}, "There is no member with this login."),
        ({"login": "Ann0"}, "This player has already entered."),
        ({"login": "Ann1", "reason": " "}, "Give a reason. It appears in the event log."),
    ):
        answer = do(boss, row, "enter", **more)
        assert (answer.status_code, refusal(answer)) == (422, [message])
    assert b"This player is not taking part." in do(boss, row, "withdraw", player=ann1.player).content
    assert len(state_of(row).ratings) == 3


def test_nobody_pays_without_their_consent(boss: Client) -> None:
    row, (ann0,) = entered(1, fee=5_00, lowest_rating=0, country="", most=2)
    ann1, ann2 = members(2, since=1)
    page_of_offer = f"/tournaments/{row.pk}/place"
    assert browser(ann1).get(page_of_offer).status_code == 404
    done(boss, row, "enter", login="Ann1")
    done(boss, row, "replace", login="Ann2", player=ann0.player)
    assert set(state_of(row).ratings) == {ann0.player}
    assert balance(ann1.player) == balance(ann2.player) == Balance(1000_00, 0)
    assert b"See the offer" in browser(ann1).get(f"/tournaments/{row.pk}").content
    assert notices_of(ann1.pk, None, 1)[0].kind == INVITATION.name
    text = browser(ann2).get(page_of_offer).content.decode()
    assert "You would replace Ann0." in text
    assert "Because" in text
    for member in (ann1, ann2):
        assert browser(member).post(page_of_offer, {"answer": "accept"}).status_code == 302
        assert balance(member.player) == Balance(995_00, 5_00)
    assert balance(ann0.player) == Balance(1000_00, 0)
    assert set(state_of(row).ratings) == {ann1.player, ann2.player}
    assert browser(ann1).post(page_of_offer, {"answer": "accept"}).status_code == 404
    assert [event.by for event in history.events(row.pk)[-2:]] == [state_of(row).acts[0].event.by] * 2
    assert audit().faults == []


def test_an_offered_place_is_declined_taken_back_or_gone(boss: Client) -> None:
    row, (ann0,) = entered(1, fee=600_00)
    ann1, ann2, poor = members(3, since=1)
    page_of_offer = f"/tournaments/{row.pk}/place"
    done(boss, row, "enter", login="Ann1")
    assert browser(ann1).post(page_of_offer, {"answer": "decline"}).status_code == 302
    assert browser(ann1).get(page_of_offer).status_code == 404
    done(boss, row, "enter", login="Ann2")
    assert "recall" in tools(boss, row)
    done(boss, row, "recall", player=ann2.player)
    assert "recall" not in tools(boss, row)
    assert browser(ann2).post(page_of_offer, {"answer": "accept"}).status_code == 404
    ledger.hold(poor.player, 500_00, "elsewhere")
    done(boss, row, "replace", login="Ann3", player=ann0.player)
    assert b"have enough credits" in browser(poor).get(page_of_offer).content
    answer = browser(poor).post(page_of_offer, {"answer": "accept"})
    assert (answer.status_code, set(state_of(row).ratings)) == (422, {ann0.player})
    actions.withdraw(row.pk, ann0.player)
    answer = browser(poor).post(page_of_offer, {"answer": "accept"})
    assert b"This place has been taken." in answer.content
    assert refusal(do(boss, row, "replace", login="Ann1", player=ann0.player)) == [
        "This player is not taking part."
    ]


def test_the_place_of_a_player_is_paid_anew_after_the_start(boss: Client) -> None:
    row, players = begun(4, fee=5_00)
    (substitute,) = members(1, since=4)
    done(boss, row, "replace", login="Ann4", player=players[0].player)
    assert browser(substitute).post(f"/tournaments/{row.pk}/place", {"answer": "accept"}).status_code == 302
    assert balance(players[0].player) == Balance(1000_00, 0)
    assert balance(substitute.player) == Balance(995_00, 0)
    assert money.pool(row) == 20_00
    assert audit().faults == []


def test_a_member_enters_only_those_who_accept_their_invitations() -> None:
    host, shy, bot, open_one = members(4)
    Member.objects.filter(pk=shy.pk).update(settings={"invites": "nobody"})
    Member.objects.filter(pk=bot.pk).update(robot=True)
    row, client = actions.create(terms(private=True), host.player), browser(host)
    for login, message in (
        ("Ann1", "This member doesn't accept invitations from you."),
        ("Ann2", "Bot accounts can't enter."),
    ):
        assert refusal(do(client, row, "enter", login=login)) == [escape(message)]
    assert set(done(client, row, "enter", login="Ann3").ratings) == {open_one.player}
    assert not Act.objects.exists()


def test_meetings_are_decided_in_every_way(boss: Client) -> None:
    row, _ = begun(10, "round-robin")
    place = iter(range(5))
    for outcome, points in (
        ("win0", (WIN, LOSS)),
        ("draw", (DRAW, DRAW)),
        ("forfeit0", (LOSS, WIN)),
        ("both", (LOSS, LOSS)),
    ):
        number = next(place)
        state = done(boss, row, "decide", number=1, place=number, outcome=outcome)
        result = state.current[number].result
        assert result is not None
        assert result.points == points
    assert done(boss, row, "decide", number=1, place=0, outcome="forfeit1").current[0].result is not None
    before = Pairing.objects.get(tournament=row, number=1, place=0)
    assert done(boss, row, "decide", number=1, place=0, outcome="replay").current[0].result is None
    again = Pairing.objects.get(tournament=row, number=1, place=0, how="")
    assert again.match_id != before.match_id
    refused = do(boss, row, "decide", number=1, place=9, outcome="win0")
    assert refused.status_code == 422


def test_a_knockout_has_no_draw(boss: Client) -> None:
    row, _ = begun(4)
    assert b'value="draw"' not in boss.get(f"{page(row)}/decide/1/0").content
    assert do(boss, row, "decide", number=1, place=0, outcome="draw").status_code == 422
    assert len(state_of(row).waiting()) == 2


def test_each_decision_says_what_follows(boss: Client) -> None:
    row, players = begun(4)
    names = [_login(players, player) for player in state_of(row).current[0].players]
    text = boss.get(f"{page(row)}/decide/1/0").content.decode()
    assert re.findall(r'name="outcome"\s+value="(\w+)"', text) == [
        "win0",
        "win1",
        "forfeit0",
        "forfeit1",
        "both",
    ]
    assert f"{names[0]} goes through." in follows(text, "win0")
    assert f"{names[1]} is out." in follows(text, "win0")
    assert f"the director decided that {names[0]} won against {names[1]}" in follows(text, "win0")
    assert f"{names[1]} goes through." in follows(text, "forfeit0")
    assert "goes through" not in follows(text, "both")
    assert "last match of round" not in text
    assert f"Decide: {names[0]} wins" in " ".join(text.split())
    done(boss, row, "decide", number=1, place=0, outcome="win0")
    assert 'value="replay"' in boss.get(f"{page(row)}/decide/1/0").content.decode()
    assert "It is the last match of round 1." in follows(
        boss.get(f"{page(row)}/decide/1/1").content.decode(), "win0"
    )


def test_a_decision_may_end_the_tournament(boss: Client) -> None:
    row, players = begun(2)
    first = _login(players, state_of(row).current[0].players[0])
    text = boss.get(f"{page(row)}/decide/1/0").content.decode()
    assert f"The tournament is over: {first} won" in follows(text, "win0")
    assert "no match was played" in follows(text, "forfeit0")


def test_a_draw_is_worth_half_a_point(boss: Client) -> None:
    row, players = begun(4, "round-robin")
    first, second = (_login(players, player) for player in state_of(row).current[0].players)
    assert f"{first} ½ : ½ {second}" in follows(boss.get(f"{page(row)}/decide/1/0").content.decode(), "draw")


def test_decisions_about_no_meeting_of_the_round_are_not_shown(boss: Client) -> None:
    row, (ann, *_) = begun(4)
    assert boss.get(f"{page(row)}/decide/1/9").status_code == 404
    for path in ("decide/2/0", "pairs"):
        assert boss.get(f"{page(row)}/{path}").headers["Location"] == page(row)
    for path in ("decide/1/0", "pairs"):
        assert browser(ann).get(f"{page(row)}/{path}").status_code == 403


def follows(text: str, outcome: str) -> str:
    """The consequences of a decision, as the page says them."""
    block = re.search(rf'<ul class="ruled" data-outcome="{outcome}">(.*?)</ul>', text, re.DOTALL)
    assert block is not None
    return " ".join(re.sub(r"<[^>]*>", "", block[1]).split())


def test_the_last_act_is_undone(boss: Client) -> None:
    row, _ = begun(4)
    done(boss, row, "decide", number=1, place=0, outcome="win0")
    text = boss.get(page(row)).content.decode()
    assert "Undo: Decision:" in text
    number = int(re.findall(r'name="number" value="(\d+)"', text)[-1])
    assert state_of(row).acts[-1].number == number
    assert len(done(boss, row, "undo", number=number).waiting()) == 2
    answer = do(boss, row, "undo", number=number)
    assert answer.status_code == 422
    assert Pairing.objects.filter(tournament=row, how="").count() == 2


def test_pairs_that_follow_from_a_table_are_not_set_by_hand(boss: Client) -> None:
    row, _ = begun(4, "round-robin")
    done(boss, row, "pause")
    for place in range(2):
        done(boss, row, "decide", number=1, place=place, outcome="win0")
    assert tools(boss, row) == {"cancel", "withdraw", "resume", "decide", "undo"}


def test_pairs_are_set_by_hand_in_a_pause(boss: Client) -> None:
    row, players = begun(4, "swiss", rounds=2)
    done(boss, row, "pause")
    for place in range(2):
        done(boss, row, "decide", number=1, place=place, outcome="win0")
    state = state_of(row)
    met = [[_login(players, player) for player in meeting.players] for meeting in state.current]
    suggested = re.search(
        r"<textarea[^>]*>\s*(.*?)</textarea>", boss.get(f"{page(row)}/pairs").content.decode(), re.DOTALL
    )
    assert suggested is not None
    assert sorted(suggested[1].split()) == sorted(str(player) for player in players)
    for pairs, message in (
        (f"{met[0][0]} {met[0][1]}", "These two have already met in this tournament."),
        (met[0][0], "Enter two logins per line."),
        (f"{met[0][0]} Nobodyy", "Nobodyy: There is no member with this login."),
    ):
        assert refusal(do(boss, row, "pair", pairs=pairs)) == [message]
    wanted = f"{met[1][1]} – {met[0][0]}\r\n{met[0][1]}, {met[1][0]}"
    done(boss, row, "pair", pairs=wanted)
    state = done(boss, row, "resume", reason="")
    pairings = [[_login(players, player) for player in meeting.players] for meeting in state.current]
    assert pairings == [[met[1][1], met[0][0]], [met[0][1], met[1][0]]]


def test_two_players_are_swapped_without_a_script(boss: Client) -> None:
    row, players = begun(5, "swiss", rounds=3)
    done(boss, row, "pause")
    for place in state_of(row).waiting():
        done(boss, row, "decide", number=1, place=place, outcome="win0")
    current = [
        [_login(players, player) for player in meeting.players if player] for meeting in state_of(row).current
    ]
    (first, second), (third, spare), (fourth,) = sorted(current, key=len, reverse=True)
    sent = {"pairs": f"{first} {third}\n{fourth} {second}", "act": "swap", "first": third, "second": second}
    text = do(boss, row, "pair", **sent).content.decode()
    assert f"{first} {second}\n{fourth} {third}" in text
    assert text.count("Met in round 1") == 1
    assert 'value="Because"' in text
    assert state_of(row).hand == ()
    text = do(boss, row, "pair", **sent | {"first": spare, "second": first}).content.decode()
    assert f"{spare} {third}\n{fourth} {second}" in text


def _login(players: list[Member], player: str | None) -> str:
    return next(str(member) for member in players if member.player == player)


def test_title_text_and_start_change_while_it_is_open(boss: Client) -> None:
    row, _ = entered(2)
    start = now_ms() // 60_000 * 60_000 + 5 * HOUR
    fields = {
        "title": "Saturday eight",
        "text": "*Later*",
        "starts_at": to_local(start, "Europe/Sofia").strftime("%Y-%m-%dT%H:%M"),
        "zone": "Europe/Sofia",
    }
    after = done(boss, row, "edit", **fields).terms
    assert (after.title, after.text, after.starts_at) == ("Saturday eight", "*Later*", start)
    row.refresh_from_db()
    assert (row.title, row.starts_at) == ("Saturday eight", start)
    for more, message in (
        ({"starts_at": "2020-01-01T10:00"}, "Choose a time in the future."),
        ({"title": ""}, "This field is required."),
        ({"zone": "Mars"}, "Enter a zone such as UTC or Europe/Sofia."),
        ({"title": "evil.shop"}, "Only links to this club are allowed."),
    ):
        assert refusal(do(boss, row, "edit", **{**fields, **more})) == [message]


def test_a_private_tournament_leads_to_no_other_place(boss: Client) -> None:
    row, _ = entered(2, private=True)
    fields = {"title": "Mine", "starts_at": "2099-01-01T10:00", "zone": "UTC"}
    answer = do(boss, row, "edit", **fields, text="See https://evil.example/")
    assert "Only links to this club are allowed." in refusal(answer)


def test_players_are_invited_by_their_logins(boss: Client) -> None:
    row, _ = entered(0, access="invited")
    entrant, invitee = members(2)
    answer = do(boss, row, "invite", logins="Ann0, Nobodyy")
    assert refusal(answer) == ["Nobodyy: There is no member with this login."]
    assert not Invitation.objects.exists()
    for _ in range(2):
        done(boss, row, "invite", logins="ann0, Ann1")
    assert Invitation.objects.count() == 2
    assert "Ann0, Ann1" in boss.get(page(row)).content.decode()
    actions.enter(row.pk, entrant)
    assert b"Invited, not entered yet: Ann1" in boss.get(page(row)).content
    assert invitee.player not in state_of(row).ratings


def test_it_is_cancelled_only_by_somebody_who_is_sure(boss: Client) -> None:
    row, _ = entered(2)
    answer = do(boss, row, "cancel")
    assert refusal(answer) == ["Tick the box to cancel the tournament."]
    assert done(boss, row, "cancel", sure="on").phase == "cancelled"
    assert Act.objects.get().details["after"]["act"] == "Cancel"
    again = do(boss, row, "cancel", sure="on")
    assert again.status_code == 422
    assert b"This is no longer possible." in again.content


def test_an_act_that_is_sent_twice_acts_once(boss: Client) -> None:
    row, _ = begun(4)
    sent = {"tool": "decide", "seen": seen(row), "reason": "x", "number": 1, "place": 0, "outcome": "win0"}
    assert boss.post(page(row), sent).status_code == 302
    events = seen(row)
    again = boss.post(page(row), sent)
    assert again.status_code == 409
    assert "The tournament has moved on since you opened this page." in refusal(again)[0]
    assert seen(row) == events
    assert f'name="seen" value="{events}"' in again.content.decode()


def test_results_of_others_are_not_in_the_way(boss: Client) -> None:
    row, _ = begun(4)
    old = seen(row)
    pairing = Pairing.objects.get(tournament=row, place=1)
    progress.report(pairing, Result((WIN, LOSS)))
    more = {"number": 1, "place": 0, "outcome": "win0", "seen": old}
    assert done(boss, row, "decide", **more).number == 2


def test_a_search_finds_players_and_matches(boss: Client) -> None:
    row, _ = begun(4)
    text = boss.get(f"{page(row)}?q=ann3").content.decode()
    assert text.count(f"{page(row)}/decide/1/") == 1
    assert text.count("Change…") == 1
    assert b"No such player." in boss.get(f"{page(row)}?q=zzz").content
