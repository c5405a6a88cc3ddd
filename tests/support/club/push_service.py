"""A service of Web Push on this machine: it checks each message as those of browsers do, and keeps it."""

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from py_vapid import jwt

DAY_S = 24 * 3600
LONGEST_BODY = 4096


class Message(NamedTuple):
    """A message as it arrived; `claims` are those of its signature."""

    path: str
    headers: dict[str, str]
    body: bytes
    claims: dict[str, Any]


class PushService(ThreadingHTTPServer):
    """Answers 201 to messages that are right, 400 to others, or what stands in `answers`, the first first."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.certificates = str(folder / "push-service.pem")
        _make_certificate(Path(self.certificates))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificates)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.origin = f"https://localhost:{self.server_port}"
        self.host = f"localhost:{self.server_port}"
        self.messages: list[Message] = []
        self.faults: list[str] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.is_dripping = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about a client that was killed."""

    def fault_of(self, message: Message) -> str:
        """Return what is wrong with a message, or ""."""
        headers, claims = message.headers, message.claims
        rules = {
            "aud": claims.get("aud") == self.origin,
            "exp": time.time() < claims.get("exp", 0) <= time.time() + DAY_S,
            "sub": str(claims.get("sub")).startswith(("mailto:", "https:")),
            "ttl": headers.get("ttl", "").isdigit() and int(headers["ttl"]) <= DAY_S,
            "topic": len(headers.get("topic", "")) <= 32,
            "urgency": headers.get("urgency", "normal") in ("very-low", "low", "normal", "high"),
            "encoding": headers.get("content-encoding") == "aes128gcm",
            "size": 0 < len(message.body) <= LONGEST_BODY,
        }
        return " ".join(name for name, is_right in rules.items() if not is_right)


class _Handler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        """Take a message."""
        if self.server.is_dripping:
            self._drip()
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", "0")))
        scheme, _, parts = headers.get("authorization", "").partition(" ")
        fields = dict(part.strip().split("=", 1) for part in parts.split(",") if "=" in part)
        try:
            claims = jwt.decode(fields.get("t", ""), fields.get("k", "")) if scheme == "vapid" else {}
        except Exception:
            claims = {}
        message = Message(self.path, headers, body, claims)
        fault = self.server.fault_of(message)
        status, more = 400 if fault else 201, dict[str, str]()
        if fault:
            self.server.faults.append(fault)
        elif self.server.answers:
            status, more = self.server.answers.pop(0)
        if status == 201:
            self.server.messages.append(message)
        self.send_response(status)
        for name, value in {**more, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def _drip(self) -> None:
        """Write a head that never ends, until the client goes or the service ends."""
        left = threading.Event()
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 201 Created\r\nX: ")
            while not left.wait(0.05):
                self.wfile.write(b"x")

    def log_message(self, *_arguments: Any) -> None:
        """Write nothing."""


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Run a service; its certificate is in the folder."""
    service = PushService(folder)
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()


def shown(payload: bytes) -> dict[str, Any]:
    """Return the notification of a decrypted message."""
    message: dict[str, Any] = json.loads(payload)
    assert message["web_push"] == 8030
    return {**message["notification"], "app_badge": message.get("app_badge")}


def _make_certificate(path: Path) -> None:
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
