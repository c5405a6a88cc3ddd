"""Write the wire's types for the browser's code: `python -m tools.generate.protocol_types [--check]`.

The source is `zaria.live.sockets.protocol` and the structs it uses; the result is checked into the
repository, and a test compares the two.
"""

import argparse
import inspect
import types
import typing
from pathlib import Path

import msgspec

from zaria.live.sockets.protocol.client import Action, FromClient
from zaria.live.sockets.protocol.server import FromServer, Tree
from zaria.match import events

TARGET = Path(__file__).resolve().parents[2] / "src/zaria/web/static/zaria/js/protocol.d.ts"
_HEAD = "// Made by tools/generate/protocol_types.py from zaria.live.sockets.protocol: do not edit.\n"
_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
_NAMED: dict[str, object] = {
    "Tree": Tree,
    "Event": events.Event,
    "Action": Action,
    "FromClient": FromClient,
    "FromServer": FromServer,
}
"""Aliases that keep their name in TypeScript."""
LINE = 100
"""Characters of a line, as in the scripts."""


class Writer:
    """Collects the declarations that the named types need, each once."""

    def __init__(self) -> None:
        """Nothing is declared yet."""
        self.declared: dict[str, str] = {}

    def text(self) -> str:
        """The whole file."""
        for name, alias in _NAMED.items():
            self.declared[name] = ""
            self.declared[name] = _wrapped(f"export type {name} = {self.type_of(alias, whole=True)};") + "\n"
        return "\n".join([_HEAD, *self.declared.values()])

    def type_of(self, kind: object, whole: bool = False) -> str:
        """`kind` in TypeScript; `whole` spells out what has a name of its own."""
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return self.type_of(args[0])
        if origin in (typing.Union, types.UnionType):
            return self._union(args, whole)
        if not whole and (name := _name_of(kind)) is not None:
            return name
        if origin is typing.Literal:
            return " | ".join(f'"{value}"' for value in args)
        if origin is not None:
            return self._generic(origin, args)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            self._declare(kind)
            return kind.__name__
        if isinstance(kind, type) and kind in _PLAIN:
            return _PLAIN[kind]
        raise TypeError(f"no TypeScript for {kind!r}")

    def _union(self, args: tuple[object, ...], whole: bool) -> str:
        """The members. Python flattens a union within a union: a named one gets its name back."""
        members = [arg for arg in args if arg is not msgspec.Raw]
        names = []
        if not whole:
            for name, alias in _NAMED.items():
                parts = typing.get_args(alias)
                if _is_union(alias) and set(parts) <= set(members):
                    names.append(name)
                    members = [member for member in members if member not in parts]
        return " | ".join([*names, *(self.type_of(member) for member in members)])

    def _generic(self, origin: object, args: tuple[object, ...]) -> str:
        if origin is dict:
            return f"{{ [key: string]: {self.type_of(args[1])} }}"
        if origin is list or (origin is tuple and args[-1] is Ellipsis):
            inner = self.type_of(args[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(self.type_of(arg) for arg in args)}]"
        raise TypeError(f"no TypeScript for {origin!r}")

    def _declare(self, struct: type[msgspec.Struct]) -> None:
        if struct.__name__ in self.declared:
            return
        self.declared[struct.__name__] = ""
        info = msgspec.structs.fields(struct)
        lines = [f"/** {_summary(struct)} */", f"export interface {struct.__name__} {{"]
        if struct.__struct_config__.tag is not None:
            lines.append(f'  {struct.__struct_config__.tag_field}: "{struct.__struct_config__.tag}";')
        for field in info:
            mark = "?" if _may_be_left_out(struct, field) else ""
            lines.append(f"  {field.encode_name}{mark}: {self.type_of(field.type)};")
        self.declared[struct.__name__] = "\n".join([*lines, "}", ""])


def _is_union(kind: object) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def _name_of(kind: object) -> str | None:
    return next((name for name, alias in _NAMED.items() if alias == kind), None)


def _may_be_left_out(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> bool:
    """Return whether the field may be missing in JSON: a client may leave out what has a default."""
    sent_by_client = struct.__struct_config__.forbid_unknown_fields
    return not field.required and (sent_by_client or struct.__struct_config__.omit_defaults)


def _wrapped(declaration: str) -> str:
    """A long union with each member on a line of its own."""
    if len(declaration) <= LINE:
        return declaration
    name, _, members = declaration.partition(" = ")
    return f"{name} =" + "".join(f"\n  | {member}" for member in members.split(" | "))


def _summary(struct: type[msgspec.Struct]) -> str:
    return inspect.cleandoc(struct.__doc__ or "").splitlines()[0]


def main() -> int:
    """Write the file, or with --check only say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is old")
    text = Writer().text()
    if parser.parse_args().check:
        return 0 if TARGET.exists() and TARGET.read_text() == text else 1
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
