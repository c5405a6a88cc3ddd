"""`zaria manage recompute_ratings`, from the beginning or from a day on."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.club.rating_records import DAY, START, member, played
from zaria.cli.main import main
from zaria.club.ratings.models import OVERALL, Change, Standing

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("recompute_ratings", *arguments, stdout=out)
    return out.getvalue()


def test_it_computes_all_or_from_a_day_on() -> None:
    for number in range(2):
        member(number)
    played("a").save()
    played("b", START + 3 * DAY).save()
    assert run() == "Ratings changed: 4, of members: 2.\n"
    assert run() == "Ratings changed: 0, of members: 0.\n"
    wrong = Change.objects.filter(game=OVERALL, player="p0")
    wrong.filter(match="b").update(after=7)
    Standing.objects.filter(game=OVERALL, member__player="p0").update(rating=7)
    assert run("--from", "2025-10-13") == "Ratings changed: 0, of members: 0.\n", "after both"
    assert run("--from", "2025-10-11") == "Ratings changed: 1, of members: 1.\n"
    assert str(Standing.objects.get(game=OVERALL, member__player="p0").rating) == "519.42"


def test_a_day_is_written_so() -> None:
    with pytest.raises(CommandError, match="'yesterday' is not a day such as 2026-11-21"):
        run("--from", "yesterday")


def test_all_that_follows_manage_is_djangos(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    with pytest.raises(SystemExit):
        main(["manage", "recompute_ratings", "--help"])
    assert "--from DATE" in capsys.readouterr().out
    assert main(["manage", "--help"]) == 0
    assert "recompute_ratings" in capsys.readouterr().out
