"""No page is added at which axe does not look every night."""

from tests.support.browser.site_pages import EXCUSED, OF_TABLES, UNWRITTEN, names, swept


def test_each_page_is_looked_at_or_excused() -> None:
    excused = set().union(*EXCUSED.values())
    tables = {name for name in names() if UNWRITTEN.fullmatch(name) or OF_TABLES.fullmatch(name)}
    assert swept() & excused == set()
    assert names() - tables - swept() - excused == set()
    assert (swept() | excused) - names() == {"403", "404"}
