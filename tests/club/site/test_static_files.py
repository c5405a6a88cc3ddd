"""Collecting static files again leaves what a page opened before may still ask for."""

from pathlib import Path

from django.test import override_settings

from zaria.club.site.front_end.static_files import collect


def test_a_script_of_an_open_page_stays_when_it_has_moved(source_folder: Path, tmp_path: Path) -> None:
    source, root = source_folder, tmp_path / "root"
    style = source / "zaria/css/page.css"
    with override_settings(STATIC_ROOT=root):
        _write(style, "@import './page/part.css';\n")
        _write(source / "zaria/img/b.svg", "<svg/>")
        part = _write(source / "zaria/css/page/part.css", "b { background: url('../../img/b.svg'); }\n")
        script = _write(source / "zaria/js/old/a.js", "a();\n")
        assert collect()
        before = _collected(root)
        script.unlink()
        _write(source / "zaria/js/new/a.js", "a();\n")
        part.write_text("i {}\n")
        assert collect()
        assert not collect()
        after = _collected(root)
    assert {name: after[name] for name in before} == before
    styles = {text for name, text in after.items() if name.startswith("zaria/css/page.")}
    (image,) = (name.removeprefix("zaria/") for name in after if name.startswith("zaria/img/"))
    assert styles == {f'b{{ background:url("../{image}"); }}', "i{}"}


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def _collected(root: Path) -> dict[str, str]:
    """The hashed files under `root`."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*.*.*")
        if path.suffix in (".js", ".css", ".svg")
    }
