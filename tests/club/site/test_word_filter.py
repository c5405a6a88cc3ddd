"""The filter of words and links finds disguises, and leaves ordinary talk alone."""

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import CHARACTERS
from zaria.club.site.models import ForbiddenWord
from zaria.club.site.text import word_filter
from zaria.club.site.text.link_filter import foreign_link
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.site.text.word_filter import contains_forbidden_word, require_allowed


@pytest.fixture(autouse=True)
def forget() -> None:
    """The list of another test is not this one's."""
    word_filter.forget_words()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "You fucking bot", "F.U.C.K you", "f u c k", "fuuuuck!!", "FUСК", "sh1t", "@sshole", "ｆｕｃｋ",
        "f\u0301uck", "иди нахуй", "ХУЙ тебе", "xyй", "е6ать", "пиzда пизда", "cука", "с.у.к.а",
        "шибаняк", "КУРВА", "pula mea", "căcat", "μαλάκα!", "ΓΑΜΩ", "γαμημένο", "Siktir git",
        "amına koyayım", "OROSPU", "şerefsiz", "taşşak",
    ],
)  # fmt: skip
def test_an_obscene_word_is_found(text: str) -> None:
    assert contains_forbidden_word(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "", "Good luck in Scunthorpe!", "as a classic assassin", "CPA Dick", "Shiitake", "fu ck",
        "застрахуй меня", "Играем в нарды, удачи", "колебание, хлеба", "художник", "Честит рожден ден",
        "къде си", "pul, pulul, puluri", "iki pula kapı", "sıkıldım, kurma", "γάμος και σκάκι",
        "καλημέρα", "Sunt gata de joc", "1234567890", "¯\\_(ツ)_/¯", "24/18, 13/11", "$100 or 5 €",
        "a b c",
    ],
)  # fmt: skip
def test_ordinary_talk_is_left_alone(text: str) -> None:
    assert not contains_forbidden_word(text)


@pytest.mark.django_db
def test_the_list_is_read_once_for_many_texts() -> None:
    contains_forbidden_word("first")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert not any(contains_forbidden_word(f"text {n}") for n in range(50))
    assert not queries.captured_queries


@pytest.mark.django_db
def test_a_word_of_the_staff_counts_without_a_restart() -> None:
    assert not contains_forbidden_word("a Gro0ovy thing")
    ForbiddenWord(word="GROOVY").save()
    word_filter.forget_words()
    assert contains_forbidden_word("a Gro0ovy thing")
    assert not contains_forbidden_word("grovy groovyish")


@pytest.mark.django_db
@given(st.text(CHARACTERS, max_size=60))
def test_any_text_has_an_answer(text: str) -> None:
    assert contains_forbidden_word(text) in (True, False)
    assert foreign_link(text) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "see http://evil.example/x", "evil.com", "Play at EVIL.RU!", "www.evil.zz", "me@evil.zz",
        "t.me/room", "evil(dot)com", "evil [точка] ru", "https://club.test@evil.zz/",
        "https://club.test.evil.zz/", "evil。com", "http://[::1]/", "javascript://x", "http://evil",
        "нарды.рф", "http://evil.zz#club.test", "x..evil.com", "https://club.test/ evil.bg",
        "evil.shop", "evil.top", "evil.app", "evil.dev", "evil.co", "evil.online", "bit.ly", "Evil.SHOP",
        "203.0.113.5/x", "203.0.113.5:8080", "at 203.0.113.5.", "xn--e1afmkfd.xn--p1ai/x",
        "http:\\\\evil.shop",
        "https:evil.shop", "https:evil.zz", "hxxps://evil.zz", "evil[.]com", "evil(.)shop", "evil dot com",
        "evil точка ru", "evil .com", "evil . com", "evil,com", "evil·com", "evil•com", "evil․com",
        "evil.сom", "еvil.соm", "evil．ｃｏｍ", "evil.ѕhop", "play.evil.club", "write to me@evil.shop",
        "t.me/x", "youtu.be/x", "evil.so/x", "EVIL.COM", "evil.рус", "казино.онлайн", "evil.бг",
        "//evil.shop", "evil.shop?x=1",
    ],
)  # fmt: skip
@override_settings(ALLOWED_HOSTS=["club.test", ".own.test"])
def test_a_foreign_link_is_found(text: str) -> None:
    assert foreign_link(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://club.test/t/abc", "http://www.club.test:8000/rules", "club.test/t/abc",
        "https://sub.own.test/", "Good game.Thanks!", "13/8.bar/20, 24/18", "1.e4 e5 2.Nf3", "won 3.5/5",
        "and/or", "e.g. this", "...", "9:30", "Good game.So you won", "nice.One more?", "well played.Now me",
        "ok.now you", "i.e. mars", "т.е. марс", "т.д.", "Dr.Who", "p.s. thanks", "1.e4 e5 2.Nf3 Nc6",
        "24/18.bar/20", "5.00", "12.05.2026", "18.30", "1.5.2", "v1.0.0", "Да.Но не сейчас", "хорошо,рука",
        "Ευχαριστώ.Πάμε", "Bine.Hai", "Da.nu", "tamam.ne zaman", "Evet.Oyna", "8.5/5.off", "6-5.Koks!",
        "1,5", "a,b", "no.", "Yes...no", "mars.koks", "c.3.p.o", "3.5.2.1.0", "256.1.1.1", "polka dot dress",
        "Reklam yok, com değil", "won, net of fees", "13.8.6.5.4",
    ],
)  # fmt: skip
@override_settings(ALLOWED_HOSTS=["club.test", ".own.test"])
def test_links_to_the_club_and_ordinary_talk_are_left_alone(text: str) -> None:
    assert not foreign_link(text)


@pytest.mark.django_db
@pytest.mark.parametrize(("text", "code"), [("siktir", "forbidden_word"), ("evil.com", "foreign_link")])
def test_the_reason_has_a_code_and_words(text: str, code: str) -> None:
    with pytest.raises(RefusedTextError) as refused:
        require_allowed(text)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")
    require_allowed("Good luck")
