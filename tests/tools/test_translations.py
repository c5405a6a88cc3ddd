"""The check of the style of each language finds planted faults."""

from pathlib import Path

import pytest
from babel.messages.catalog import Message
from tools.checks import translations
from tools.checks.translations import Style, faults, of_glossary, of_message, of_pages

RUSSIAN = Style(
    code="ru",
    dash="\u00a0— ",
    quotes="«»„“",
    percent="5\u00a0%",
    decimal=",",
    refused={r"\bчлен\w*": "участник"},
    before_names=("для", "у"),
    exceptions=("5.1.0",),
)
TURKISH = Style(code="tr", dash=" – ", quotes="“”", percent="%5", decimal=",")
GREEK = Style(code="el", dash=" – ", quotes="«»", percent="5%", decimal=",")


@pytest.mark.parametrize(
    ("style", "text", "fault"),
    [
        (RUSSIAN, "Новый член клуба", "“член”: участник"),
        (RUSSIAN, "Члены клуба", "“Члены”: участник"),
        (RUSSIAN, "Ход – ваш", "dash ' – ' is not"),
        (RUSSIAN, "Ход — ваш", "dash ' — ' is not"),
        (RUSSIAN, "Стол “два”", "quotation mark ”"),
        (RUSSIAN, "5% от ставки", "per cent sign"),
        (RUSSIAN, "{n}% побед", "per cent sign"),
        (RUSSIAN, "%(share)s%% бросков", "per cent sign"),
        (RUSSIAN, "около 4.5 пунктов", "decimal sign in 4.5"),
        (RUSSIAN, "Шансы для {name}", "для {name}: a name keeps its form"),
        (RUSSIAN, "Ход у <b>%(login)s</b>", "у %(login)s: a name keeps its form"),
        (TURKISH, "5% daha", "per cent sign"),
        (TURKISH, "%(share)s%% daha", "per cent sign"),
        (GREEK, "5 % του", "per cent sign"),
        (GREEK, "“Άκυρο”", "quotation mark “"),
    ],
)
def test_a_fault_is_found(style: Style, text: str, fault: str) -> None:
    problems = list(faults(text, style))
    assert any(problem.startswith(fault) for problem in problems), problems


@pytest.mark.parametrize(
    ("style", "text"),
    [
        (RUSSIAN, "Ход\u00a0— ваш, 24–19, счёт 4:3, a1–h8, 5\u00a0% от «ставки», 4,5 пункта"),
        (RUSSIAN, "%(share)s\u00a0%% бросков, {n}\u00a0% побед"),
        (RUSSIAN, 'Версия 5.1.0, адрес 127.0.0.1:8000, <a class="en" href="%(url)s">тут</a>'),
        (RUSSIAN, "Победа: {name}; у них {n}"),
        (TURKISH, "%5, %{n}, %%%(share)s"),
        (GREEK, "5% του, {n}% – «Άκυρο»"),
    ],
)
def test_good_text_has_no_fault(style: Style, text: str) -> None:
    assert list(faults(text, style)) == []


def test_a_label_that_is_too_long_is_found() -> None:
    room = ["Translators: at most 8 characters, beside two other buttons"]
    good = Message("Roll {n}", "Бросок {n}", auto_comments=room)
    bad = Message("Roll", "Бросить кости", auto_comments=room)
    assert list(of_message(good, RUSSIAN)) == []
    assert list(of_message(bad, RUSSIAN)) == ["13 characters, at most 8"]


def test_a_unit_stays_with_its_number() -> None:
    romanian = Style(code="ro", dash=" – ", quotes="„”", percent="5\u00a0%", decimal=",", units=("s", "min"))
    assert list(faults("{n} min", romanian)) == ["a no-break space in '} min'"]
    assert list(faults("12\u00a0s, 4 mini", romanian)) == []


def test_a_word_is_refused_where_the_tone_is_not_formal() -> None:
    english = Style(
        code="en",
        dash=" – ",
        quotes="“”",
        percent="5%",
        decimal=".",
        refused_in_messages={r"\bcannot\b": "can't"},
        formal=("/email/",),
    )
    page, mail = ("templates/zaria/me.html", 1), ("templates/account/email/locked.html", 1)
    on_a_page = Message("You cannot write.", locations=[page, mail])
    in_a_mail = Message("You cannot write.", locations=[mail])
    assert list(of_message(on_a_page, english)) == ["“cannot”: can't"]
    assert list(of_message(in_a_mail, english)) == []


def test_each_form_of_a_plural_is_read() -> None:
    message = Message(("%(n)s member", "%(n)s members"), ("%(n)s игрок", "%(n)s члена", "%(n)s игроков"))
    assert list(of_message(message, RUSSIAN)) == ["“члена”: участник"]


def test_rules_that_are_built_otherwise_are_found(tmp_path: Path) -> None:
    english = "# Tabla {#tabla}\n\nText.\n\n```board start\n```\n\n- one\n- two\n"
    rules = tmp_path / "rules"
    for code in ("en", "ru"):
        (rules / code).mkdir(parents=True)
        (rules / code / "tabla.md").write_text(english)
    assert list(of_pages("ru", "rules", tmp_path)) == []
    (rules / "ru" / "tabla.md").write_text(english.replace("board start", "board begin"))
    assert list(of_pages("ru", "rules", tmp_path)) == [
        "rules/ru/tabla.md: ```board begin where English has ```board start"
    ]
    (rules / "ru" / "tabla.md").write_text(english.removesuffix("- two\n"))
    assert list(of_pages("ru", "rules", tmp_path)) == ["rules/ru/tabla.md: the end where English has - "]
    (rules / "ru" / "tabla.md").rename(rules / "ru" / "other.md")
    assert len(list(of_pages("ru", "rules", tmp_path))) == 2


def test_words_that_one_language_lacks_and_their_faults_are_found(tmp_path: Path) -> None:
    words = '[board]\ntitle = "The board"\n[board.bar]\nword = "bar"\nalso = "rail"\ntext = "A strip."\n'
    (tmp_path / "glossary").mkdir()
    english, russian = (tmp_path / "glossary" / f"{code}.toml" for code in ("en", "ru"))
    english.write_text(words)
    russian.write_text(words.replace('also = "rail"\n', ""))
    assert list(of_glossary(RUSSIAN, tmp_path)) == []
    russian.write_text(words.replace("[board.bar]", "[board.home]").replace("A strip", "Члены"))
    assert list(of_glossary(RUSSIAN, tmp_path)) == [
        *(
            f"glossary/ru.toml: board.{key} is in one of two languages only"
            for key in ("bar.text", "bar.word", "home.text", "home.word")
        ),
        "glossary/ru.toml: board.home.text: “Члены”: участник",
    ]


def test_a_language_without_a_style_is_found(tmp_path: Path) -> None:
    assert "ru: no page in docs/words holds its style" in list(translations.problems(tmp_path))
