"""`zaria serve`: brings the data directory up to date, then serves pages and tables.

One process does all of it, unless it is given a role: several processes share the work then, with a database
and a Redis between them.
"""

import asyncio
import contextlib
import fcntl
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import uvloop

from zaria.club.server import catalogues, data_checks
from zaria.club.server.listeners import listen, listen_for_operator
from zaria.club.server.options import WEB, Companion, ServeOptions
from zaria.club.server.progress import step
from zaria.club.site import data_directory, environment, variables
from zaria.club.site.database import databases
from zaria.live.process.gc_policy import loading

PORT = 8000
LOCAL = ("127.0.0.1", "localhost", "::1")
_SCHEMA_LOCK = 0x7A617269


def serve(
    port: int | None,
    host: str = "127.0.0.1",
    bot_pause: int = 700,
    roles: Collection[str] | None = None,
    companion: Companion | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT, and return the exit code.

    `port` 0 takes any free one; `bot_pause` is how long (ms) the computer waits before it acts. `roles`: some
    of `zaria.live.config.ROLES`; None: all. Without the role `web` there are no pages, only the endpoints of
    `zaria.live.process.ops`; `port` None: 8000 for pages, and no port without pages. `companion`
    runs beside the server. Raises `AddressInUseError` or `ConfigurationError` before it serves.
    """
    home, url, redis = data_directory.prepare(), data_directory.database_url(), environment.redis_url()
    _require_shared_stores(url, redis, roles)
    web = roles is None or WEB in roles
    if port is None and web:
        port = PORT
    limits, ops = environment.connection_limits(), environment.ops_address()
    address = environment.node()
    with contextlib.ExitStack() as stack:
        if url is None:
            stack.enter_context(data_directory.claim(home))
            data_checks.require_consistent_files(home)
        options = ServeOptions(
            home=home,
            host=host,
            bot_pause=bot_pause,
            roles=None if roles is None else frozenset(roles),
            limits=limits,
            address=address,
            listener=None if port is None else stack.enter_context(listen(host, port)),
            operator=None if ops is None else stack.enter_context(listen_for_operator(ops)),
            companion=companion,
        )
        with loading():
            prepare(home, web=web)
            if url is None:
                stack.callback(databases.checkpoint, home)
            limit_waiting(stack)
            from zaria.club.server.run import run  # its models need the settings

            if web:
                import zaria.club.urls  # noqa: F401  and with it all views
        if web:
            _print_notices(host)
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        runner.run(run(options))
    return 0


def _require_shared_stores(url: str | None, redis: str | None, roles: Collection[str] | None) -> None:
    if url is None and (redis is not None or roles is not None):
        raise data_directory.ConfigurationError(
            "several processes need a shared database: set ZARIA_DATABASE_URL"
        )
    if redis is None and roles is not None:
        raise data_directory.ConfigurationError("several processes need a shared Redis: set ZARIA_REDIS_URL")


def prepare(home: Path, *, web: bool = True) -> None:
    """Bring catalogues, Django, database and (for `web`) static files up to date.

    Processes that start at the same time on one data directory do it one after the other.
    """
    with _preparation_lock(home):
        _prepare(home, web=web)


def limit_waiting(stack: contextlib.ExitStack) -> None:
    """Let nothing of this process wait long for PostgreSQL, from now until `stack` is closed."""
    from zaria.club.site.database.postgresql import limits

    statement = environment.number("ZARIA_DATABASE_SECONDS", least=1)
    limits.limit(statement, environment.number("ZARIA_DATABASE_CONNECTIONS", least=5))
    stack.callback(limits.close_pool)


@contextmanager
def _preparation_lock(home: Path) -> Iterator[None]:
    """Keep other processes of this machine from preparing the same directory."""
    with (home / "preparing").open("a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _prepare(home: Path, *, web: bool) -> None:
    from django.conf import settings
    from django.db import DatabaseError

    with step("Compiling the translations"), contextlib.suppress(PermissionError):
        for locale in settings.LOCALE_PATHS:
            catalogues.compile_stale(Path(locale))
    django.setup()
    with step("Bringing the database up to date"):
        try:
            with _migration_lock():
                data_checks.require_known_migrations()
                migrate(home)
        except (DatabaseError, UnicodeDecodeError) as error:
            raise data_directory.ConfigurationError(
                f"cannot use {settings.DATABASES['default']['NAME']}: {error}"
                " (if it is damaged, restore a backup)"
            ) from error
    if web:
        with step("Collecting the static files"):
            from zaria.club.site.front_end import static_files

            static_files.collect()


def migrate(home: Path) -> None:
    """Apply new migrations; where there are none, Django's command takes four times as long to find out.

    After migrating it makes permissions, and from them the groups of the staff. The mark is for a process
    that is killed before that: the next one goes on.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    mark = home / "migrating"
    executor = MigrationExecutor(connection)
    if mark.exists() or executor.migration_plan(executor.loader.graph.leaf_nodes()):
        mark.touch()
        call_command("migrate", interactive=False, verbosity=0)
        mark.unlink()
    else:
        executor.check_replacements()  # a squashed migration is recorded where all that it replaces is


@contextmanager
def _migration_lock() -> Iterator[None]:
    """Let processes on several machines change one database's schema one after the other."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_SCHEMA_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_SCHEMA_LOCK])


def _print_notices(host: str) -> None:
    from django.conf import settings

    from zaria.club.accounts import environment as account_environment
    from zaria.games.tables.kernel.kernel import kernel_is_compiled

    if not kernel_is_compiled():
        print(
            "The rules are not compiled, so the server is slow. Install a C compiler and install Zaria again."
        )
    if host not in LOCAL and not variables.raw("ZARIA_HOSTS"):
        hosts = ", ".join(settings.ALLOWED_HOSTS)
        print(f"The server answers only to {hosts}. Set ZARIA_HOSTS to add host names.")
    if settings.SECURE and settings.EMAIL_BACKEND == account_environment.STORED_MAIL:
        print(
            "No mail server: e-mails stay on this computer. Set ZARIA_SMTP_URL so that visitors can register."
        )
    sys.stdout.flush()
