"""The site's part in live play, of which tests name what they need."""

from collections.abc import Sequence
from typing import Any

from zaria.live.config import NO_SITE, SiteHooks


def site_hooks(**named: Any) -> SiteHooks:
    """Live play without a site, but with these fields of `SiteHooks` and its parts.

    A field of both parts, as `pairing`, is set in both.
    """

    def of_part(fields: Sequence[str]) -> dict[str, Any]:
        return {name: hook for name, hook in named.items() if name in fields}

    return SiteHooks(
        NO_SITE.matches._replace(**of_part(NO_SITE.matches._fields)),
        NO_SITE.lobby._replace(**of_part(NO_SITE.lobby._fields)),
        conversations=named.get("conversations"),
    )


def with_hooks(options: dict[str, Any]) -> dict[str, Any]:
    """Options of `LiveConfig`, with the fields of `SiteHooks` among them in one."""
    fields = {*NO_SITE.matches._fields, *NO_SITE.lobby._fields, "conversations"}
    named = {name: options[name] for name in options.keys() & fields}
    return {name: options[name] for name in options.keys() - fields} | {"hooks": site_hooks(**named)}
