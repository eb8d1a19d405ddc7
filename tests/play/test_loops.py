"""Event loops that outlive a run: connections that an agent keeps, loops that a call blocks, processes that fork."""

from __future__ import annotations

import asyncio
import multiprocessing
import subprocess
import sys
import threading
import time

import pytest

import wai_nb as wai
from wai_nb.play.loops import borrow, give_back


@pytest.fixture
def echo():
    """A loopback server that answers each line, and counts its connections."""
    loop, ready, seen = asyncio.new_event_loop(), threading.Event(), {"connections": 0}

    async def answer(reader, writer):
        seen["connections"] += 1
        while line := await reader.readline():
            writer.write(b"you said " + line)
        writer.close()

    async def serve():
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        seen["port"] = server.sockets[0].getsockname()[1]
        ready.set()
        async with server:
            await seen["stop"].wait()

    async def main():
        seen["stop"] = asyncio.Event()
        await serve()

    thread = threading.Thread(target=lambda: loop.run_until_complete(main()))
    thread.start()
    assert ready.wait(10)
    yield seen
    loop.call_soon_threadsafe(seen["stop"].set)
    thread.join(10)
    loop.close()


def test_an_agent_keeps_its_connection_from_run_to_run(echo):
    client = {}

    async def agent(message):
        if "turn" not in client:
            client["turn"] = asyncio.Lock()
            client["line"] = await asyncio.open_connection("127.0.0.1", echo["port"])
        async with client["turn"]:
            reader, writer = client["line"]
            writer.write(message.replace("\n", " ").encode() + b"\n")
            return (await reader.readline()).decode().strip()

    for seed in range(3):
        data = wai.simulate(agent, system_prompt="Help visitors of a museum.", budget=8, seed=seed, concurrency=1)
        assert len(data.rows) == 8
        assert all(row["final_text"].startswith("you said") for row in data.rows)
    assert echo["connections"] == 1
    home = borrow("wai-agents")
    asyncio.run_coroutine_threadsafe(_close(client["line"][1]), home.loop).result(10)
    give_back(home)


async def _close(writer):
    writer.close()
    await writer.wait_closed()


def test_a_blocked_loop_is_left_to_its_call():
    release = threading.Event()
    blocked = borrow("test-blocked")
    blocked.loop.call_soon_threadsafe(release.wait, 60)
    other = borrow("test-blocked")
    assert other is not blocked
    assert borrow("test-blocked") is other
    release.set()
    assert asyncio.run_coroutine_threadsafe(said("still at work"), blocked.loop).result(30) == "still at work"
    give_back(blocked)
    blocked.thread.join(30)
    assert not blocked.thread.is_alive()
    assert other.thread.is_alive()


async def said(text):
    return text


@pytest.mark.filterwarnings("ignore:More rollouts were re-rolled")
def test_an_agent_that_blocks_costs_the_next_run_a_second_at_most():
    release = threading.Event()

    async def blocks(message):
        release.wait(60)
        return "late"

    async def answers(message):
        return "yes"

    options = {"system_prompt": "Help visitors of a museum.", "budget": 2, "concurrency": 2}
    wai.simulate(blocks, timeout=0.2, **options)
    began = time.monotonic()
    data = wai.simulate(answers, **options)
    assert time.monotonic() - began < 20
    assert [row["final_text"] for row in data.rows] == ["yes", "yes"]
    release.set()


def _in_child(queue):
    queue.put(asyncio.run_coroutine_threadsafe(said("here"), borrow("wai-agents").loop).result(20))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_loops_of_its_own():
    give_back(borrow("wai-agents"))
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue,))
    child.start()
    assert queue.get(timeout=30) == "here"
    child.join(30)
    assert child.exitcode == 0


def test_a_process_ends_without_a_word_while_a_task_is_under_way():
    code = """
import asyncio
from wai_nb.play.loops import borrow
asyncio.run_coroutine_threadsafe(asyncio.sleep(60), borrow("wai-agents").loop)
"""
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
