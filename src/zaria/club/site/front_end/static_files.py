"""Static files: collected when they change, and served beside Django."""

import asyncio
import hashlib
import inspect
from functools import cache
from pathlib import Path

import django
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, HTTPScope, Scope
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core.management import call_command
from whitenoise import WhiteNoise
from whitenoise.responders import StaticFile

from zaria.club.site.front_end import js_modules, script_bundles, static_storage

Headers = list[tuple[bytes, bytes]]

IGNORED = ["*.d.ts", "zaria/css/*/*", "zaria/worker/*"]
"""Sources that browsers never request here: types, the parts of style sheets, and the service worker."""
_WHEN = (b"last-modified", b"etag")


def fingerprint(sources: list[Path]) -> str:
    """Return a mark that changes with every change of a file or of the way of collecting."""
    digest = hashlib.sha256(django.__version__.encode())
    for module in (static_storage, script_bundles, js_modules):
        digest.update(inspect.getsource(module).encode())
    for source in sources:
        for path in sorted(path for path in source.rglob("*") if path.is_file()):
            digest.update(b"\0" + str(path.relative_to(source)).encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def collect() -> bool:
    """Bring STATIC_ROOT up to date; return True if anything changed."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_suffix(".fingerprint")
    mark = fingerprint([Path(source) for source in settings.STATICFILES_DIRS])
    # the list of files proves the folder: an operator may have restored or moved all but the files
    if (
        stamp.exists()
        and stamp.read_text(encoding="ascii") == mark
        and (root / ManifestFilesMixin.manifest_name).exists()
    ):
        return False
    stamp.unlink(missing_ok=True)
    # Old files stay: a page that was opened before an update may still ask for one of its modules.
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=IGNORED)
    stamp.write_text(mark, encoding="ascii")
    return True


@cache
def release_mark() -> str:
    """Return a short mark of the static files that this process serves: each release has its own."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".fingerprint")
    return stamp.read_text(encoding="ascii")[:12] if stamp.exists() else ""


class StaticFiles:
    """An ASGI application that answers requests below STATIC_URL and passes others on.

    WhiteNoise finds the compressed variant and the caching headers. It is not one of Django's middlewares,
    where it is synchronous and would send every page through a thread.
    """

    def __init__(self, inner: ASGI3Application) -> None:
        self.inner = inner
        self.prefix = settings.STATIC_URL
        self.files = WhiteNoise(
            None,
            root=settings.STATIC_ROOT,
            prefix=self.prefix,
            immutable_file_test=static_storage.HASHED.pattern,
            allow_all_origins=False,
        ).files

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve one request."""
        if scope["type"] == "http" and (file := self.files.get(scope["path"])):
            status, headers, body = await asyncio.to_thread(self._answer, file, scope)
            await send(
                {"type": "http.response.start", "status": status, "headers": headers, "trailers": False}
            )
            await send({"type": "http.response.body", "body": body, "more_body": False})
        else:
            await self.inner(scope, receive, send)

    @staticmethod
    def _answer(file: StaticFile, scope: HTTPScope) -> tuple[int, Headers, bytes]:
        environ = {
            "HTTP_" + key.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
            for key, value in scope["headers"]
        }
        response = file.get_response(scope["method"], environ)
        headers = [(key.lower().encode(), value.encode()) for key, value in response.headers]
        if any(b"immutable" in value for _key, value in headers):
            # Unchanging files are requested once, and a first visit has several of them.
            headers = [(key, value) for key, value in headers if key not in _WHEN]
        if response.file is None:
            return int(response.status), headers, b""
        with response.file as opened:
            return int(response.status), headers, opened.read()
