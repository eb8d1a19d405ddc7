"""Postgres for real: started on a socket, it gives the verdicts that SQLite gives."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from wai_nb.errors import SettingError
from wai_nb.grade.verify import SQLExec
from wai_nb.stats import draw


def binaries():
    """Return the folder of initdb and postgres, or None."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


BIN = binaries()
MISSING = "no Postgres programs here" if BIN is None else "" if find_spec("psycopg") else "psycopg is not installed"
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def other_user():
    """Return the keywords that start a process as another user, when we are root: Postgres refuses to run as root."""
    if os.getuid() != 0:
        return {}
    import pwd

    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    who = known.get("postgres") or known["nobody"]
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@pytest.fixture(scope="module")
def dsn():
    folder = Path(tempfile.mkdtemp(prefix="wai-pg-"))
    who = other_user()
    try:
        if who:
            os.chown(folder, who["user"], who["group"])
    except OSError:
        pytest.skip("root here may not become another user, and Postgres refuses to run as root")
    common = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **who}
    make = [
        BIN / "initdb",
        "-D",
        folder / "data",
        "-U",
        "wai",
        "--auth=trust",
        "--locale=C",
        "--encoding=UTF8",
        "--no-sync",
    ]
    subprocess.run(make, check=True, env={"PATH": os.environ["PATH"]}, **common)
    fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=16MB"]
    start = [BIN / "postgres", "-D", folder / "data", "-k", folder, "-h", "", *fast]
    server = subprocess.Popen(start, env={"PATH": os.environ["PATH"]}, **common)
    where = f"host={folder} user=wai dbname=postgres"
    try:
        wait_for(where)
        yield where
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(where):
    import psycopg

    for _ in range(100):
        try:
            psycopg.connect(where).close()
            return
        except psycopg.OperationalError:  # noqa: PERF203 - waiting is the point
            time.sleep(0.1)
    raise AssertionError("Postgres did not start")


def shop(seed):
    lines = [
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);",
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, paid NUMERIC(8, 2), status TEXT NOT NULL);",
    ]
    cities = ["Oslo", "Bergen", "Turku"]
    lines += [
        f"INSERT INTO customers VALUES ({i}, 'Name {i}', '{draw.pick(cities, seed, 'city', i)}');" for i in range(1, 9)
    ]
    for i in range(1, 31):
        paid = draw.integer(9000, seed, "paid", i) / 100
        status = draw.pick(["paid", "open", "lost"], seed, "status", i)
        lines.append(f"INSERT INTO orders VALUES ({i}, {1 + draw.integer(8, seed, 'who', i)}, {paid}, '{status}');")
    return "\n".join(lines)


COLUMNS = ["id", "customer", "paid", "status"]
WHERE = [
    "paid > {n}",
    "status = 'paid'",
    "status <> 'lost'",
    "customer < {m}",
    "paid > {n} AND status = 'open'",
    "id % 2 = 0",
]
WHAT = ["COUNT(*)", "SUM(paid)", "AVG(paid)", "MAX(paid)", "MIN(orders.id)"]
SHAPES = [
    "SELECT {c} FROM orders WHERE {w}",
    "SELECT {c} FROM orders WHERE {w} ORDER BY id",
    "SELECT id, {c} FROM orders WHERE {w} ORDER BY id DESC",
    "SELECT {a} FROM orders WHERE {w}",
    "SELECT status, {a} FROM orders GROUP BY status",
    "SELECT c.city, {a} FROM orders JOIN customers c ON c.id = orders.customer GROUP BY c.city",
    "WITH big AS (SELECT * FROM orders WHERE {w}) SELECT status, COUNT(*) FROM big GROUP BY status",
    "SELECT name FROM customers WHERE id IN (SELECT customer FROM orders WHERE {w})",
]  # fmt: skip


def query(number, role):
    """Return a query; the role moves one of its parts, so that many of the answers are wrong."""
    wrong = role == "answer" and draw.unit("wrong", number) < 0.7
    part = draw.pick(["c", "w", "a"], "part", number)

    def pick(name, choices):
        return draw.pick(choices, name, number, "other" if wrong and part == name else "same")

    parts = {"c": pick("c", COLUMNS), "a": pick("a", WHAT), "w": pick("w", WHERE)}
    parts["w"] = parts["w"].format(n=draw.integer(80, "n", number), m=1 + draw.integer(8, "m", number))
    sql = draw.pick(SHAPES, "shape", number).format(**parts)
    return sql.lower().replace("'name", "'Name") if role == "answer" else sql


def test_200_queries_get_the_verdicts_that_sqlite_gives(dsn):
    lite = SQLExec(shop)
    post = SQLExec(shop, backend="postgres", dsn=dsn)
    verdicts = []
    for number in range(200):
        row = {"final_text": f"```sql\n{query(number, 'answer')}\n```", "answer": query(number, "gold")}
        verdicts.append((lite(row)["reward"], post(row)["reward"]))
    post.close()
    assert all(left == right for left, right in verdicts), verdicts
    counted = Counter(left for left, _ in verdicts)
    assert counted[1] > 50 and counted[0] > 50 and counted[None] < 10


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT set_config('role', 'wai', false), pg_read_file('PG_VERSION')",
        "SELECT query_to_xml('SELECT pg_read_file(''PG_VERSION'')', true, true, '')",
        "SELECT pg_sleep(60)",
        "SELECT set_config('transaction_read_only', 'off', true), lo_creat(-1)",
        "WITH gone AS (DELETE FROM orders RETURNING id) SELECT id FROM gone",
        "WITH made AS (SELECT id INTO new_table FROM orders) SELECT 1",
        "SELECT id FROM orders FOR UPDATE",
        "SELECT 1; DROP TABLE orders",
        "COPY orders TO PROGRAM 'id'",
        "SELECT rolpassword FROM pg_authid",
        "SELECT COUNT(*) FROM generate_series(1, 100000000000)",
    ],
)
def test_attacks_on_postgres_fail_and_change_nothing(dsn, sql):
    judge = SQLExec(shop, backend="postgres", dsn=dsn, timeout=1)
    began = time.monotonic()
    assert judge({"final_text": sql, "answer": "SELECT id FROM orders"})["reward"] == 0
    assert time.monotonic() - began < 10
    count = "SELECT COUNT(*) FROM orders"
    assert judge({"final_text": count, "answer": count})["reward"] == 1
    judge.close()


def test_nothing_is_left_behind(dsn):
    import psycopg

    judge = SQLExec(shop, backend="postgres", dsn=dsn)
    with pytest.raises(SettingError, match="cannot be filled"):
        SQLExec(["CREATE nonsense", "x"], backend="postgres", dsn=dsn)
    judge.close()
    judge.close()
    with psycopg.connect(dsn) as connection:
        left = connection.execute(
            "SELECT rolname FROM pg_roles WHERE rolname LIKE 'wai_reader%' UNION ALL "
            "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'wai!_%' ESCAPE '!'"
        ).fetchall()
    assert left == []


def test_a_server_that_is_not_there(tmp_path):
    with pytest.raises(SettingError, match="Postgres cannot be filled"):
        SQLExec(shop, backend="postgres", dsn=f"host={tmp_path} user=wai connect_timeout=1")
