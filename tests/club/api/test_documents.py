"""The descriptions of the API and the socket are true."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
from tools.generate.api_documents import OPENAPI, PROTOCOL, texts

from tests.support.club.api_client import Caller
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.api import wire
from zaria.live.sockets.protocol.client import FromClient
from zaria.live.sockets.protocol.codec import decode
from zaria.live.sockets.protocol.server import FromServer

TEXT = (Path(__file__).parents[3] / "docs/reference/protocol.md").read_text()
EXAMPLES = [
    line for block in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()
]


def test_the_documents_in_the_repository_are_those_of_the_code() -> None:
    for path, text in texts().items():
        assert path.read_bytes() == text, "run: python -m tools.generate.api_documents"


def test_they_are_served(server: Server) -> None:
    caller = Caller(server.url)
    assert caller.ask("openapi.json").text == OPENAPI.read_bytes()
    assert caller.ask("protocol.json").text == PROTOCOL.read_bytes()


def test_every_message_has_its_schema() -> None:
    schema = wire.schema()
    for direction, union in (("FromClient", FromClient), ("FromServer", FromServer)):
        names = {kind.__name__ for kind in get_args(union)}
        references = {ref["$ref"].rpartition("/")[2] for ref in schema["$defs"][direction]["anyOf"]}
        assert references == names
    assert _refs(schema) <= {f"#/$defs/{name}" for name in schema["$defs"]}


def test_messages_have_no_other_fields_than_the_schema_says() -> None:
    seen = schema_of("EventFrame")["properties"]["v"]["anyOf"]
    assert [reference["$ref"].rpartition("/")[2] for reference in seen] == ["Moment", "View"]
    assert schema_of("State")["properties"]["v"] == {"$ref": "#/$defs/View"}
    assert schema_of("Page")["properties"]["cards"]["items"] == {"$ref": "#/$defs/Card"}


def test_what_the_page_on_the_protocol_sends_is_understood() -> None:
    server_tags = {kind.__struct_config__.tag for kind in get_args(FromServer)}
    assert len(EXAMPLES) > 15
    for line in EXAMPLES:
        arrow, _, text = line.partition(" ")
        message = json.loads(text)
        if arrow == ">":
            decode(text.encode())
        else:
            assert arrow == "<"
            assert message["t"] in server_tags
            fields = schema_of(_name(message["t"]))["properties"]
            assert message.keys() <= fields.keys(), line


def test_a_page_for_people(server: Server) -> None:
    page = Visitor(server.url, "el").get("/api/docs")
    assert page.status == 200
    assert '<html lang="el"' in page.text
    for path in msgspec.json.decode(OPENAPI.read_bytes())["paths"]:
        assert f"<code>{path}</code>" in page.text
    names = set(re.findall(r'<a href="#(\w+)"', page.text))
    assert names <= set(re.findall(r' id="(\w+)"', page.text))
    scripts = re.findall(r'<script (?!type="importmap")[^>]*>', page.text)
    names_of_scripts = [re.sub(r"^.*/(\w+)\..*$", r"\1", script) for script in scripts]
    assert names_of_scripts == ["submissions", "help_key", "tabs"]


def schema_of(name: str) -> dict[str, Any]:
    definition: dict[str, Any] = wire.schema()["$defs"][name]
    return definition


def _name(tag: str) -> str:
    kinds: tuple[type[msgspec.Struct], ...] = get_args(FromServer)
    return next(kind.__name__ for kind in kinds if kind.__struct_config__.tag == tag)


def _refs(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(_refs, schema))
    if isinstance(schema, dict):
        references = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
        return references.union(*map(_refs, schema.values()))
    return set()
