"""Templates of pages come without indentation, texts of mails as they are."""

from pathlib import Path

from django.template import Context, Engine

LOADER = "zaria.club.site.template_loader.Loader"


def test_pages_come_without_indentation(tmp_path: Path) -> None:
    for name in ("page.html", "mail.txt"):
        (tmp_path / name).write_text("<p>\n    {{ n }}\n\t<b>two  words</b>\n</p>\n")
    engine = Engine(loaders=[(LOADER, [tmp_path])])
    drawn = {
        name: engine.get_template(name).render(Context({"n": "\n    one"}))
        for name in ("page.html", "mail.txt")
    }
    assert drawn["page.html"] == "<p>\n\n    one\n<b>two  words</b>\n</p>\n"
    assert drawn["mail.txt"] == "<p>\n    \n    one\n\t<b>two  words</b>\n</p>\n"
