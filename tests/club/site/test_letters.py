"""Mails as HTML: the words of their text, one golden step, and nothing from elsewhere."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.conf import settings

from tests.support.club.mail_samples import CONTEXT, SampleMail, sample_mails
from zaria.club.site import letters

LANGUAGES = [language for language, _ in settings.LANGUAGES]
FETCHED = re.compile(
    r"<(?:img|link|script|iframe|object|video|audio)\b|\bsrc=|\bbackground=|url\(|@import|@font-face"
)
"""Parts that make a mail program ask a server for more, which would say that somebody reads."""
GOLD = "#efc985"


class _Reader(HTMLParser):
    """Reads the words of a mail, and the addresses of its links where they stand."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self._is_hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin something that is not read, or a link."""
        if tag in ("title", "style"):
            self._is_hidden = True
        if tag == "a":
            self.links.append(str(dict(attrs)["href"]))

    def handle_endtag(self, tag: str) -> None:
        """End it; the address of a link follows its words."""
        if tag in ("title", "style"):
            self._is_hidden = False
        if tag == "a":
            self.words.append(self.links[-1])

    def handle_data(self, data: str) -> None:
        """Read words."""
        if not self._is_hidden:
            self.words.extend(data.split())


def words_of_text(mail: SampleMail) -> list[str]:
    """The words of a mail's text under its name and subject; a label of an address has no colon."""
    lines = mail.text.replace(f"\n{letters.FOOT}\n", "\n\n").splitlines()
    following = [*lines[1:], ""]
    labelled = [
        line.strip().removesuffix(":") if after.strip() in mail.links else line
        for line, after in zip(lines, following, strict=True)
    ]
    words = " ".join(labelled).split()
    subject = mail.subject.split()
    is_repeated = mail.text.partition("\n\n")[0].split() == subject
    return ["Zaria", *subject, *(words[len(subject) :] if is_repeated else words)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_says_the_same_as_text_and_as_html(language: str) -> None:
    mails = list(sample_mails(language))
    assert len(mails) >= 35
    for mail in mails:
        reader = _Reader()
        reader.feed(mail.html)
        assert reader.words == words_of_text(mail), mail.name
        assert set(reader.links) == mail.links, mail.name
        assert f'<html lang="{language}">' in mail.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_has_one_step_a_reason_and_nothing_from_elsewhere(language: str) -> None:
    for mail in sample_mails(language):
        assert mail.html.count(GOLD) == 1, mail.name
        assert not FETCHED.search(mail.html), mail.name
        foot = mail.text.partition(f"\n{letters.FOOT}\n")[2].strip().splitlines()
        assert len(foot) >= 2, mail.name
        assert foot[-1].endswith("club.example"), mail.name
        assert "https://" not in foot[0], mail.name


def test_words_of_people_are_no_links_and_no_tags() -> None:
    text = (
        f"Hello\n\nSign in:\nhttps://elsewhere.example/\n\n<b>now</b>\n\nView:\n{CONTEXT['url']}\n\n-- \nWhy"
    )
    html = letters.html("Hello", text, letters.addresses(CONTEXT))
    assert re.findall(r'href="([^"]+)"', html) == [CONTEXT["url"]]
    assert "https://elsewhere.example/" in html
    assert "<b>now</b>" in unescape(html)
    assert "<b>now</b>" not in html


def test_colours_are_those_of_the_pages() -> None:
    css = settings.WEB / "static/zaria/css/app"
    sheets = "".join(
        (css / name).read_text() for name in ("tokens.css", "buttons.css", "../components/checker_marks.css")
    )
    template = (settings.WEB / "templates/zaria/mail.html").read_text()
    colours = set(re.findall(r"#[0-9a-f]{6}\b", template))
    assert len(colours) > 10
    assert {colour for colour in colours if colour not in sheets} == set()
