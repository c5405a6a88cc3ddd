"""The JSON schema of the socket, made from `zaria.live.sockets.protocol`."""

import inspect
import types
import typing
from functools import cache
from types import GenericAlias
from typing import Any

import msgspec

from zaria.live.sockets.protocol.client import FromClient
from zaria.live.sockets.protocol.server import FromServer

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ABOUT = "One JSON object per text frame: clients send a FromClient, the server a FromServer."
_WHERE = "#/$defs/{name}"


@cache
def schema() -> dict[str, Any]:
    """The schema: `$defs` has every message by name, and `FromClient` and `FromServer` list them."""
    from_client, from_server = typing.get_args(FromClient), typing.get_args(FromServer)
    either: dict[tuple[str, str], list[str]] = {}
    further: list[Any] = []
    plain = [_plain(kind, either, further) for kind in from_server]
    _, definitions = msgspec.json.schema_components([*from_client, *plain, *further], ref_template=_WHERE)
    for about in definitions.values():
        about["description"] = inspect.cleandoc(about.get("description", ""))
    for (name, field), kinds in either.items():
        definitions[name]["properties"][field] = {"anyOf": [_ref(kind) for kind in kinds]}
    lists = {"FromClient": from_client, "FromServer": from_server}
    unions = {name: {"anyOf": [_ref(kind.__name__) for kind in kinds]} for name, kinds in lists.items()}
    return {
        "$schema": DIALECT,
        "title": "Zaria's socket",
        "description": ABOUT,
        "anyOf": [_ref(name) for name in unions],
        "$defs": unions | dict(sorted(definitions.items())),
    }


def _plain(kind: Any, either: dict[tuple[str, str], list[str]], further: list[Any]) -> Any:
    """A message without `msgspec.Raw`, which only says that a part of it is encoded already.

    Where it may hold one of several structs that msgspec could not tell apart itself they are noted in
    `either` and `further`.
    """
    fields = msgspec.structs.fields(kind)
    if not any(_has_raw(field.type) for field in fields):
        return kind
    new_fields = []
    for field in fields:
        type_, structs = field.type, _untagged(field.type)
        if len(structs) > 1:
            either[kind.__name__, field.encode_name] = [struct.__name__ for struct in structs]
            further += structs
            type_ = Any
        default = () if field.required else (_default(field),)
        new_fields.append((field.name, _without_raw(type_), *default))
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        new_fields,
        tag=config.tag,
        tag_field=config.tag_field,
        namespace={"__doc__": kind.__doc__},
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return msgspec.field(default_factory=field.default_factory)


def _members(kind: Any) -> tuple[Any, ...]:
    union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return typing.get_args(kind) if union else (kind,)


def _has_raw(kind: Any) -> bool:
    return any(part is msgspec.Raw or any(map(_has_raw, typing.get_args(part))) for part in _members(kind))


def _without_raw(kind: Any) -> Any:
    if kind is Any:
        return kind
    parts = [_inside(part) for part in _members(kind) if part is not msgspec.Raw]
    return typing.Union[tuple(parts)]  # noqa: UP007  of types that are known only now


def _inside(kind: Any) -> Any:
    if typing.get_origin(kind) is list:
        return GenericAlias(list, (_without_raw(typing.get_args(kind)[0]),))
    return kind


def _untagged(kind: Any) -> list[Any]:
    structs = [part for part in _members(kind) if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    return [struct for struct in structs if struct.__struct_config__.tag is None]


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _WHERE.format(name=name)}
