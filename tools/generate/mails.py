"""Write every mail of the club as HTML, with the words of an example, in six languages.

    python -m tools.generate.mails FOLDER

`FOLDER/index.html` shows them beside each other.
"""

import argparse
import os
from html import escape
from pathlib import Path

import django


def main() -> None:
    """Write the mails and the page that shows them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zaria.club.site.settings")
    django.setup()
    write(folder)


def write(folder: Path) -> None:
    """Write a file a mail and language, and `index.html`. Django is set up already."""
    from django.conf import settings
    from tests.support.club.mail_samples import sample_mails

    folder.mkdir(parents=True, exist_ok=True)
    frames: list[str] = []
    for language, _ in settings.LANGUAGES:
        for mail in sample_mails(language):
            path = folder / f"{mail.name.replace('/', '-')}.{language}.html"
            path.write_text(mail.html, encoding="utf-8")
            title = escape(f"{language} {mail.name}: {mail.subject}")
            frames.append(f'<h2>{title}</h2><iframe src="{path.name}" width="600" height="560"></iframe>')
    page = f'<!doctype html><meta charset="utf-8"><title>Zaria</title>{"".join(frames)}'
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
