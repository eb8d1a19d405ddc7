"""The verifier of SQL: the query of the reply and the reference, run on several databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wai_nb.errors import ArgumentError, SettingError, one_of, shown
from wai_nb.grade.verify.base import Checked, Verifier
from wai_nb.grade.verify.databases import Databases, Postgres, QueryFailed, Rows, Source, SQLite
from wai_nb.grade.verify.queries import is_ordered, query_in, query_problem, same_results
from wai_nb.grade.verify.texts import accepted
from wai_nb.records.rows import Row


class SQLExec(Verifier):
    """Pass when the query of the reply gives the same rows as the reference, on every database.

    Parameters
    ----------
    databases
        At least two databases of one schema with different rows, so that a query that is right by chance is found out:
        SQL scripts, or paths of SQLite files, or a function seed -> script.
    seeds
        What that function is called with.
    backend
        ``"sqlite"`` (in memory, nothing to install) or ``"postgres"`` (extra ``wai-nb[sql]``).
    dsn
        The Postgres server, as psycopg takes it; its user must be able to create schemas and roles. :meth:`close` drops
        what was made.
    timeout
        Seconds for one query.
    max_rows
        Rows that a result may have.
    name, field
        See :class:`Verifier`. The reference is a query.

    Notes
    -----
    The query is the last fenced block of the reply. It must be one SELECT (or WITH); it runs without the right to
    write. Two results are the same as multisets of rows, in order when the reference has an ORDER BY; columns may come
    in any order (up to 5); numbers are compared to 2 places, text without capitals.

    Examples
    --------
    >>> def shop(seed):
    ...     return f"CREATE TABLE item (id INT, price REAL); INSERT INTO item VALUES (1, {seed}), (2, {seed * 2})"
    >>> judge = SQLExec(shop)
    >>> key = {"reference": "SELECT id FROM item WHERE price > 1.5"}
    >>> [judge({"final_text": q, **key})["reward"] for q in ("SELECT id FROM item WHERE price >= 2", "SELECT 2")]
    [1, 0]
    """

    def __init__(
        self,
        databases: Sequence[Source] | Callable[[int], str],
        *,
        seeds: Sequence[int] = (1, 2),
        backend: str = "sqlite",
        dsn: str = "",
        timeout: float = 5.0,
        max_rows: int = 200,
        name: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(name=name, field=field)
        if backend not in ("sqlite", "postgres"):
            raise one_of("backend", backend, ("sqlite", "postgres"))
        for word, value in (("timeout", timeout), ("max_rows", max_rows)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
                raise SettingError(f"{word}={shown(value)} is not a limit above 0.")
        self.timeout, self.max_rows = float(timeout), int(max_rows)
        sources = _sources(databases, seeds)
        self.count = len(sources)
        self.databases: Databases = SQLite(sources) if backend == "sqlite" else Postgres(sources, dsn)

    def close(self) -> None:
        """Let go of the databases; on Postgres, drop what was made."""
        self.databases.close()

    def check(self, candidate: str, reference: Any, row: Row) -> Checked:
        """Return whether both queries give the same on every database."""
        sql = query_in(candidate)
        problem = query_problem(sql)
        if problem:
            return 0, problem
        gold_sql = query_in((accepted(reference) or [""])[0])
        try:
            gold = self._results(gold_sql)
        except QueryFailed as error:
            return None, f"the reference cannot be run: {error}"
        if not any(gold):
            return None, "the reference gives no rows on any of the databases, so nothing can be compared"
        try:
            got = self._results(sql)
        except QueryFailed as error:
            return 0, f"the query cannot be run: {error}"
        if same_results(gold, got, is_ordered(gold_sql)):
            return 1, f"the same rows on {self.count} databases"
        return 0, f"other rows than the reference on at least one of {self.count} databases"

    def _results(self, sql: str) -> list[Rows]:
        results = []
        for number in range(self.count):
            rows = self.databases.run(sql, number, seconds=self.timeout, most=self.max_rows)
            if len(rows) > self.max_rows:
                raise QueryFailed(f"more than {self.max_rows} rows")
            results.append(rows)
        return results


def _sources(databases: Sequence[Source] | Callable[[int], str], seeds: Sequence[int]) -> list[Source]:
    sources = [databases(seed) for seed in seeds] if callable(databases) else list(databases)
    if isinstance(databases, (str, Path)) or not all(isinstance(source, (str, Path)) for source in sources):
        raise ArgumentError("databases are SQL scripts or paths, in a list, or a function seed -> script.")
    if len(sources) < 2 or len(set(map(str, sources))) < len(sources):
        raise SettingError(
            f"databases: {len(sources)} given; at least two that differ are needed, or a query that is right by "
            "chance passes."
        )
    return list(sources)
