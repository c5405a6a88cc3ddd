"""The cache that several processes share, which counts attempts to sign in, mails and sign-ups."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from zaria.club.site.redis_fallback import PATIENCE_S, RedisFallback


class SharedCache(BaseCache):
    """Django's cache in Redis; while that is away, a cache in memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """See Django's caches; `OPTIONS` are those of the cache in memory."""
        super().__init__(params)
        limits = {"socket_timeout": PATIENCE_S, "socket_connect_timeout": PATIENCE_S}
        self._redis = RedisCache(server, {**params, "OPTIONS": limits})
        self._memory = LocMemCache("fallback", params)
        self._fallback = RedisFallback()

    def add(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store a value unless there is one; return whether it was stored."""
        result: bool = self._run("add", key, value, timeout, version)
        return result

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or the default."""
        return self._run("get", key, default, version)

    def set(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Store a value."""
        self._run("set", key, value, timeout, version)

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Give a value a new time to live; return whether there is one."""
        result: bool = self._run("touch", key, timeout, version)
        return result

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a value; return whether there was one."""
        result: bool = self._run("delete", key, version)
        return result

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Increase a number, and return it; raises `ValueError` if there is none."""
        result: int = self._run("incr", key, delta, version)
        return result

    def clear(self) -> None:
        """Delete all values."""
        self._run("clear")

    def _run(self, method: str, *arguments: Any) -> Any:
        return self._fallback.run(
            lambda: getattr(self._redis, method)(*arguments),
            lambda: getattr(self._memory, method)(*arguments),
        )
