"""Databases to run untrusted queries on: SQLite in memory, and Postgres by the extra. Read-only, with limits."""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol

from wai_nb.errors import MissingExtra, SettingError

Source = str | Path
Rows = list[tuple[Any, ...]]


class QueryFailed(Exception):
    """A query could not be run to its end."""


class Databases(Protocol):
    """Several databases of one schema."""

    def run(self, sql: str, number: int, *, seconds: float, most: int) -> Rows:
        """Return the rows of a query on one of them, at most one more than `most`."""

    def close(self) -> None:
        """Let go of what they hold."""


_MAY = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_NOT = {"load_extension", "readfile", "writefile", "edit", "zeroblob", "randomblob", "fts3_tokenizer"}
_LIMIT_LENGTH = 0  # SQLITE_LIMIT_LENGTH, https://www.sqlite.org/c3ref/c_limit_attached.html
_LONGEST = 1_000_000  # convention: bytes of one value
_STEPS = 10_000  # instructions between two looks at the clock, well under a millisecond


class SQLite:
    """SQLite databases, from scripts or files; every query gets a copy of its own that it can only read."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._lock = threading.Lock()
        self._templates = [_sqlite_template(source) for source in sources]
        weakref.finalize(self, _close_all, self._templates)

    def run(self, sql: str, number: int, *, seconds: float, most: int) -> Rows:
        """Return the rows of a query on one of them, at most one more than `most`."""
        copy = sqlite3.connect(":memory:")
        try:
            with self._lock:
                self._templates[number].backup(copy)
            _guard(copy, time.monotonic() + seconds)
            return copy.execute(sql).fetchmany(most + 1)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
            late = "interrupted" in str(error)
            raise QueryFailed(f"not done within {seconds:g} s" if late else str(error)) from None
        finally:
            copy.close()

    def close(self) -> None:
        """Let go of the templates."""
        _close_all(self._templates)


def _sqlite_template(source: Source) -> sqlite3.Connection:
    template = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        if isinstance(source, Path):
            file = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
            try:
                file.backup(template)
            finally:
                file.close()
        else:
            template.executescript(source)
    except sqlite3.Error as error:
        template.close()
        what = f"file {source}" if isinstance(source, Path) else "script"
        raise SettingError(f"databases: SQLite cannot read the {what}: {error}") from None
    return template


def _close_all(connections: Sequence[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()


def _guard(connection: sqlite3.Connection, deadline: float) -> None:
    def authorizer(action: int, first: str | None, second: str | None, database: str | None, inner: str | None) -> int:
        if action not in _MAY or (action == sqlite3.SQLITE_FUNCTION and str(second).lower() in _NOT):
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    if hasattr(connection, "setlimit"):  # Python 3.11
        connection.setlimit(_LIMIT_LENGTH, _LONGEST)
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    connection.set_authorizer(authorizer)


class Postgres:
    """Postgres: a schema for each script, and a login of its own that may only read them.

    The login is a role, not a setting: a query that resets its role or its transaction stays without rights.
    """

    def __init__(self, sources: Sequence[Source], dsn: str) -> None:
        psycopg = _psycopg()
        if any(isinstance(source, Path) for source in sources):
            raise SettingError("databases: Postgres is filled from SQL scripts, not from files.")
        mark, self._password, self._dsn = token_hex(6), token_hex(16), dsn
        self.reader = f"wai_reader_{mark}"
        self.schemas = [f"wai_{mark}_{number}" for number in range(len(sources))]
        self._finalizer = weakref.finalize(self, _drop, dsn, self.reader, self.schemas)
        try:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute(f"CREATE ROLE {self.reader} LOGIN PASSWORD '{self._password}'")
                for schema, script in zip(self.schemas, sources, strict=True):
                    connection.execute(f"CREATE SCHEMA {schema}; SET search_path TO {schema}")
                    connection.execute(script)
                    connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {self.reader}")
                    connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {self.reader}")
        except psycopg.Error as error:
            self.close()
            raise SettingError(f"dsn: Postgres cannot be filled: {_first_line(error)}") from None

    def run(self, sql: str, number: int, *, seconds: float, most: int) -> Rows:
        """Return the rows of a query on one of them, at most one more than `most`."""
        psycopg = _psycopg()
        settings = f"-c search_path={self.schemas[number]} -c statement_timeout={round(seconds * 1000)}"
        options = f"{settings} -c default_transaction_read_only=on"
        login = {"user": self.reader, "password": self._password, "options": options, "connect_timeout": 10}
        try:
            with psycopg.connect(self._dsn, **login) as connection, connection.cursor(name="answer") as cursor:
                cursor.execute(sql)  # a cursor holds one SELECT, nothing else
                rows: Rows = cursor.fetchmany(most + 1)
                connection.rollback()
                return rows
        except psycopg.errors.QueryCanceled:
            raise QueryFailed(f"not done within {seconds:g} s") from None
        except psycopg.Error as error:
            raise QueryFailed(_first_line(error)) from None

    def close(self) -> None:
        """Drop the schemas and the role."""
        self._finalizer()


def _drop(dsn: str, reader: str, schemas: Sequence[str]) -> None:
    psycopg = _psycopg()
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            for schema in schemas:
                connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
            connection.execute(f"DROP ROLE IF EXISTS {reader}")
    except psycopg.Error:  # the server went first
        return


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _psycopg() -> Any:
    try:
        import psycopg
    except ImportError:
        raise MissingExtra('backend="postgres" needs psycopg: pip install "wai-nb[sql]"') from None
    return psycopg
