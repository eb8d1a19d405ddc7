"""How a judge is asked: order, hands, time limits that end, interrupts."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time

import pytest

from wai_nb.grade.contract import grade

ROWS = [{"prompt": f"ask {i}", "steps": [], "final_text": str(i), "privileged": {"reference": i}} for i in range(40)]


def rewards(graded):
    return [row["reward"] for row in graded]


def number_of(row):
    return int(row["final_text"]) / 100


def jittery(row):
    time.sleep(0.001 * (int(row["final_text"]) * 7 % 5))
    return number_of(row)


async def async_jittery(row):
    await asyncio.sleep(0.001 * (int(row["final_text"]) * 7 % 5))
    return number_of(row)


@pytest.mark.parametrize("judge", [jittery, async_jittery, lambda row: async_jittery(row)])
@pytest.mark.parametrize("concurrency", [None, 1, 8])
def test_rows_keep_their_order_whatever_the_judge_and_the_hands(judge, concurrency):
    graded = grade(ROWS, judge, concurrency=concurrency)
    assert [row["prompt"] for row in graded] == [row["prompt"] for row in ROWS]
    assert rewards(graded) == [i / 100 for i in range(40)]


@pytest.mark.parametrize("rows", [1, 12])
@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_stuck_judge_is_given_up_in_time(rows, concurrency):
    release = threading.Event()

    def stuck(row):
        if row["final_text"] == "0":
            release.wait(20)
        return 1

    began = time.monotonic()
    graded = grade(ROWS[:rows], stuck, timeout=0.15, concurrency=concurrency)
    assert time.monotonic() - began < 15
    release.set()
    assert [row["judge_status"] for row in graded] == ["timeout"] + ["ok"] * (rows - 1)
    assert "timeout=0.15" in graded[0]["reason"]


def test_an_async_judge_that_is_stuck_is_cancelled():
    async def stuck(row):
        await asyncio.sleep(20 if row["final_text"] == "3" else 0)
        return 1

    began = time.monotonic()
    graded = grade(ROWS[:8], stuck, timeout=0.15)
    assert time.monotonic() - began < 15
    assert [row["judge_status"] for row in graded].count("timeout") == 1


def test_no_more_calls_at_once_than_asked_for():
    at_once = {"now": 0, "most": 0}
    lock = threading.Lock()

    def judge(row):
        with lock:
            at_once["now"] += 1
            at_once["most"] = max(at_once.values())
        time.sleep(0.005)
        with lock:
            at_once["now"] -= 1
        return 1

    grade(ROWS, judge, concurrency=3)
    assert at_once["most"] == 3


def test_async_judges_run_eight_at_once_by_default():
    at_once = {"now": 0, "most": 0}

    async def judge(row):
        at_once["now"] += 1
        at_once["most"] = max(at_once.values())
        await asyncio.sleep(0.005)
        at_once["now"] -= 1
        return 1

    grade(ROWS, judge)
    assert at_once["most"] == 8


def test_a_plain_function_is_called_in_the_callers_own_thread():
    database = sqlite3.connect(":memory:")  # it knows only the thread that opened it
    graded = grade(ROWS, lambda row: database.execute("SELECT 1").fetchone()[0])
    database.close()
    assert rewards(graded) == [1] * 40


def test_a_judge_that_cancels_itself_costs_its_row_only():
    async def judge(row):
        if row["final_text"] == "5":
            raise asyncio.CancelledError
        return 1

    assert [row["judge_status"] for row in grade(ROWS[:8], judge)] == ["ok"] * 5 + ["error"] + ["ok"] * 2


@pytest.mark.parametrize("options", [{}, {"concurrency": 2}])
def test_an_interrupt_keeps_the_verdicts_so_far(options):
    def judge(row):
        if row["final_text"] == "10":
            raise KeyboardInterrupt
        return 1

    graded = grade(ROWS, judge, **options)
    statuses = [row["judge_status"] for row in graded]
    assert len(graded) == 40 and statuses[:9] == ["ok"] * 9 and statuses[-1] == "interrupted"
    assert rewards(graded)[-1] is None


def test_the_answer_key_reaches_only_judges_that_ask():
    seen = []

    def judge(row):
        seen.append("privileged" in row)
        return 1

    grade(ROWS[:2], judge, concurrency=2)
    judge.use_privileged = True
    graded = grade(ROWS[:2], judge, concurrency=2)
    assert seen == [False, False, True, True]
    assert graded[0]["privileged"] == {"reference": 0}


def test_no_hand_is_left_behind():
    grade(ROWS, jittery, concurrency=8)
    grade(ROWS, async_jittery)
    grade(ROWS, async_jittery)
    deadline = time.monotonic() + 5
    while left_behind() != ["wai-judges"] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left_behind() == ["wai-judges"]  # the loop of async judges, which stays for the next grading


def left_behind():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("wai-judge")]
