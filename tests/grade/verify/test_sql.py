import sqlite3
import threading

import pytest

from wai_nb.errors import ArgumentError, MissingExtra, SettingError
from wai_nb.grade.verify import SQLExec, databases
from wai_nb.grade.verify.queries import is_ordered, query_in, query_problem, same_results, statements

COLUMNS = "CREATE TABLE orders (id INTEGER, customer TEXT, paid REAL, status TEXT);"


def shop(seed):
    rows = ", ".join(
        f"({i}, 'Name {i % 3}', {(i * seed * 7) % 50}.5, '{'paid' if i * seed % 3 else 'open'}')" for i in range(1, 9)
    )
    return f"{COLUMNS} INSERT INTO orders VALUES {rows};"


@pytest.fixture(scope="module")
def judge():
    made = SQLExec(shop)
    yield made
    made.close()


def reward(judge, sql, gold):
    return judge({"final_text": sql, "privileged": {"reference": gold}})["reward"]


@pytest.mark.parametrize(
    ("sql", "gold", "wanted"),
    [
        ("SELECT id FROM orders", "SELECT id FROM orders", 1),
        ("SELECT id FROM orders ORDER BY id DESC", "SELECT id FROM orders", 1),
        ("SELECT id FROM orders ORDER BY id DESC", "SELECT id FROM orders ORDER BY id", 0),
        ("SELECT id FROM orders ORDER BY id", "SELECT id FROM orders ORDER BY id", 1),
        ("SELECT paid, id FROM orders", "SELECT id, paid FROM orders", 1),
        ("SELECT id, id FROM orders", "SELECT id, paid FROM orders", 0),
        ("SELECT UPPER(customer) FROM orders", "SELECT customer FROM orders", 1),
        ("SELECT AVG(paid) + 0.0001 FROM orders", "SELECT AVG(paid) FROM orders", 1),
        ("SELECT AVG(paid) + 0.1 FROM orders", "SELECT AVG(paid) FROM orders", 0),
        ("SELECT DISTINCT status FROM orders", "SELECT status FROM orders", 0),
        ("WITH p AS (SELECT * FROM orders) SELECT COUNT(*) FROM p", "SELECT COUNT(id) FROM orders", 1),
        ("SELECT 8", "SELECT MAX(id) FROM orders WHERE status = 'paid'", 1),
        ("SELECT id FROM orders WHERE id = 99", "SELECT id FROM orders", 0),
        ("SELECT nope FROM orders", "SELECT id FROM orders", 0),
        ("not sql at all", "SELECT id FROM orders", 0),
        ("", "SELECT id FROM orders", 0),
        ("SELECT id FROM orders", "SELECT id FROM nowhere", None),
        ("SELECT id FROM orders", "SELECT id FROM orders WHERE id = 99", None),
    ],
)
def test_the_same_rows_pass(judge, sql, gold, wanted):
    assert reward(judge, sql, gold) == wanted


def test_right_on_one_database_by_chance_is_wrong():
    scripts = [f"CREATE TABLE t (a INT); INSERT INTO t VALUES {v}" for v in ("(1), (2)", "(1), (3)")]
    assert reward(SQLExec(scripts), "SELECT 2", "SELECT MAX(a) FROM t") == 0
    assert reward(SQLExec(scripts), "SELECT a FROM t ORDER BY a DESC LIMIT 1", "SELECT MAX(a) FROM t") == 1


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM orders", "only SELECT"),
        ("SELECT 1; DROP TABLE orders", "2 statements"),
        ("PRAGMA query_only = 0", "only SELECT"),
        ("ATTACH 'x' AS y", "only SELECT"),
        ("SELECT load_extension('x')", "not authorized"),
        ("SELECT writefile('x', 'y')", "cannot be run"),
        ("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT COUNT(*) FROM c", "within 1 s"),
        ("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c", "more than 200 rows"),
        ("SELECT * FROM pragma_table_info('orders')", "cannot be run"),
        ("SELECT hex(zeroblob(1000000000))", "cannot be run"),
    ],
)
def test_attacks_fail_and_change_nothing(sql, says):
    judge = SQLExec(shop, timeout=1)
    verdict = judge({"final_text": sql, "answer": "SELECT id FROM orders"})
    assert verdict["reward"] == 0 and says in verdict["reason"], verdict
    assert reward(judge, "SELECT id FROM orders", "SELECT id FROM orders") == 1


def test_the_reference_query_is_not_shown(judge):
    gold = "SELECT id FROM orders WHERE paid > 3"
    verdict = judge({"final_text": gold.replace("3", "x"), "answer": gold})
    assert gold not in verdict["reason"]


def test_files_are_read_and_never_written(tmp_path):
    paths = []
    for seed in (1, 2):
        paths.append(tmp_path / f"{seed}.db")
        connection = sqlite3.connect(paths[-1])
        connection.executescript(shop(seed))
        connection.close()
    before = [path.read_bytes() for path in paths]
    assert reward(SQLExec(paths), "SELECT id FROM orders", "SELECT id FROM orders") == 1
    assert [path.read_bytes() for path in paths] == before
    with pytest.raises(SettingError, match="cannot read the file"):
        SQLExec([tmp_path / "a.db", tmp_path / "b.db"])


def test_what_databases_may_be():
    with pytest.raises(SettingError, match="at least two"):
        SQLExec([shop(1)])
    with pytest.raises(SettingError, match="that differ"):
        SQLExec([shop(1), shop(1)])
    with pytest.raises(ArgumentError):
        SQLExec(shop(1))
    with pytest.raises(SettingError, match="script"):
        SQLExec(["CREATE nonsense", "x"])
    with pytest.raises(SettingError, match="backend"):
        SQLExec(shop, backend="mysql")
    for options in ({"timeout": 0}, {"max_rows": True}):
        with pytest.raises(SettingError):
            SQLExec(shop, **options)


def test_without_psycopg_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"wai-nb\[sql\]"):
        SQLExec(shop, backend="postgres", dsn="host=nowhere")
    assert databases is not None


def test_threads_share_a_judge(judge):
    got = []
    query = "SELECT customer, SUM(paid) FROM orders GROUP BY customer"
    threads = [threading.Thread(target=lambda: got.append(reward(judge, query, query))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [1] * 8


def test_the_text_of_queries():
    assert query_in("no fence; SELECT 1") == "no fence; SELECT 1"
    assert query_in("```\nSELECT 1\n```\nthen\n```python\nprint()\n```") == "SELECT 1"
    assert statements("SELECT ';', \";\" -- ; x\n; /* ; */ SELECT $$;$$;") == ["SELECT ';', \";\"", "SELECT $$;$$"]
    assert query_problem("/* hi */ (SELECT 1)") == ""
    assert query_problem("-- only a comment") == "there is no query"
    assert not is_ordered("SELECT 'order by' FROM t")
    assert not is_ordered("SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t")
    assert same_results([[(None, True)]], [[(1, None)]], ordered=False)
    assert not same_results([[(1,)]], [[(1, 1)]], ordered=False)
    assert not same_results([[(0,) * 5 + (1,)]], [[(1,) + (0,) * 5]], ordered=False)
    assert same_results([[(float("nan"),)], [(1e30,)]], [[(float("nan"),)], [(1e30,)]], ordered=True)
