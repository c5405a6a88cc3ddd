"""Write what describes the club to programs: `python -m tools.generate.api_documents`.

The document of the HTTP API and the schema of the socket's messages are made from the code. They stand in the
repository and are compared in the tests, so that no change of what programs rely on goes unseen.
"""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPENAPI = ROOT / "tests/data/openapi.json"
PROTOCOL = ROOT / "docs/reference/protocol.schema.json"


def texts() -> dict[Path, bytes]:
    """Return what the files hold; Django must be ready."""
    from zaria.club.api import documents, wire

    return {
        OPENAPI: documents.written(documents.described()),
        PROTOCOL: documents.written(wire.schema()),
    }


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zaria.club.site.settings")
    django.setup()
    for path, text in texts().items():
        path.write_bytes(text)
