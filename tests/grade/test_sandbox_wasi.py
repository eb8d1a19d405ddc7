"""Python as WASM: the same attacks score 0 and leave nothing behind, honest code passes, and no package, no tier."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wai_nb.errors import MissingExtra, SettingError
from wai_nb.grade.contract import grade
from wai_nb.grade.sandbox import Tier, find_wasi, run_tests, tiers, wasi, wasi_host
from wai_nb.grade.verify import CodeExec

FOUND = find_wasi()
installed = pytest.mark.skipif(not isinstance(FOUND, Tier), reason=f"no WASI here: {FOUND}")
TESTS = 'assert add(1, 2) == 3\nassert add([1], [2]) == [1, 2]\nassert add("a", "b") == "ab"'
HONEST = "def add(a, b):\n    return a + b\n"
LIMITS = {"timeout": 20, "cpu": 10, "mem": 128, "sandbox": "wasi"}


def verdict(code, tests=TESTS, **options):
    return CodeExec(tests, **{**LIMITS, **options})({"final_text": code})


def cases(name):
    """Return the cases of a file: a title after ``===``, code, and after ``---`` its tests."""
    text = (Path(__file__).parent / "code" / f"{name}.txt").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("=== ")[1:])
    return {title: [half.strip("\n") for half in body.split("--- tests\n")] for title, _, body in parts}


ATTACKS = {title: code for title, (code,) in cases("attacks").items()}
TRICKS = cases("tricks")
HONEST_CASES = cases("honest")
ABSENT = ("network", "names", "being root", "a new user namespace", "raising its limits", "forks")  # no such calls
SNOOPS = {title: case for title, case in cases("snoops").items() if title not in ABSENT}


def our_children():
    """Return the processes that this one has started and that are still there, zombies too."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == os.getpid():
                found.add(int(folder.name))
        except (OSError, IndexError):  # noqa: PERF203 - it ended while we looked
            continue
    return found


@installed
@pytest.mark.parametrize("code", ATTACKS.values(), ids=ATTACKS)
def test_attacks_score_zero_in_time_and_leave_nothing_behind(code):
    children, threads, files = our_children(), threading.active_count(), len(os.listdir("/dev/fd"))
    began = time.monotonic()
    got = verdict(code, timeout=4, cpu=1)
    assert got["reward"] == 0, got
    assert got["sandbox"] == "wasi"
    assert time.monotonic() - began < 40
    assert our_children() <= children
    assert threading.active_count() <= threads
    assert len(os.listdir("/dev/fd")) <= files


@installed
@pytest.mark.parametrize(("code", "tests"), TRICKS.values(), ids=TRICKS)
def test_tricks_with_objects_score_zero(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 0, got


@installed
@pytest.mark.parametrize(("code", "tests"), SNOOPS.values(), ids=SNOOPS)
def test_what_code_can_reach(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 1, got


@installed
@pytest.mark.parametrize(
    "look",
    [
        "import socket\ndef look(): return socket.socket()",
        "import subprocess\ndef look(): return subprocess.run(['true'])",
        "import os\ndef look(): return os.fork()",
        "import os\ndef look(): return os.kill(1, 0)",
        "import threading\ndef look(): return threading.Thread(target=print).start()",
        "import ctypes\ndef look(): return ctypes.CDLL(None)",
        "def look(): return open('/tmp/x', 'w')",
        "def look(): return open('/usr/local/lib/python3.12/../../../../etc/passwd').read()",
        "def look(): return bytearray(128 << 20)",
    ],
)
def test_what_is_not_there_at_all(look):
    got = verdict(look, "look()")
    assert got["reward"] == 0, got


@installed
def test_one_run_leaves_nothing_for_the_next():
    code = "import os\ndef f(): return open(os.__file__).read()[:20]\nopen(os.__file__, 'w').write('import evil')\n"
    assert verdict(code, "assert f().startswith('r')")["reward"] == 1


@installed
@pytest.mark.parametrize(("code", "tests"), HONEST_CASES.values(), ids=HONEST_CASES)
def test_honest_code_passes(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 1, got


@installed
@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("def f(n): return 0 if n == 0 else 1 + f(n - 1)", "assert f(900) == 900"),
        ("def f(n): return 0 if n == 0 else 1 + sum(f(n - 1) for _ in [1])", "assert f(100) == 100"),
        ("import functools\n@functools.cache\ndef f(n): return n and 1 + f(n - 1)", "assert f(100) == 100"),
        ("class C:\n    n = 0\n    def up(self):\n        self.n += 1", "c = C()\nc.up()\nc.up()\nassert c.n == 2"),
        ("def f(xs): return sorted(xs)", "assert f(list(range(99_999, -1, -1))) == list(range(100_000))"),
        ("import sys\ndef f(): return sys.stdin.read(), print('x', file=sys.stderr)", "assert f() == ('', None)"),
    ],
)
def test_what_programs_do(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 1, got


@installed
def test_long_texts_of_both_kinds():
    padding = "# " + "x" * 500_000 + "\n"
    assert verdict(padding + HONEST, padding + TESTS)["reward"] == 1


@installed
def test_the_reason_names_the_sandbox_when_recursion_ends_early():
    got = verdict("def f(n): return 0 if n == 0 else 1 + max(map(f, [n - 1]))", "assert f(400) == 400")
    assert got["reward"] == 0 and "in this sandbox" in got["reason"]


@installed
def test_recursion_without_end_is_an_error_that_code_can_catch():
    code = "def f(n): return f(n + 1)\ndef g():\n    try: f(0)\n    except RecursionError: return 'deep'"
    assert verdict(code, "assert g() == 'deep'")["reward"] == 1


@installed
def test_neither_an_instance_without_room_nor_a_lost_interpreter_is_the_solutions_fault(tmp_path):
    assert verdict(HONEST, mem=8)["reward"] is None
    lost = Tier("wasi", sys.executable, compiled=str(tmp_path / "none"))
    assert "stderr" in run_tests(lost, HONEST, TESTS, timeout=20, cpu=5, memory=128 << 20)


@installed
def test_the_tests_and_the_token_are_not_in_the_solutions_memory():
    code = "import gc, sys\ndef look():\n    word = '-'.join(['nowhere', 'else'])\n"
    code += (
        "    texts = [x for o in gc.get_objects() for x in gc.get_referents(o) if type(x) is str and x is not word]\n"
    )
    code += "    return [x for x in texts if word in x] + sys.argv + sys.orig_argv[:1]"
    assert verdict(code, "assert look() == ['-c', 'solution', 'python']  # nowhere-else")["reward"] == 1


@installed
def test_the_tier_is_on_every_row_and_auto_takes_it_where_bubblewrap_does_not_hold(monkeypatch):
    monkeypatch.setattr(tiers, "find_tier", lambda: "no user namespaces")
    rows = [{"prompt": "?", "steps": [], "final_text": text} for text in (HONEST, "def add(a, b): return 9", "")]
    graded = grade(rows, CodeExec(TESTS, timeout=20))
    assert [row["reward"] for row in graded] == [1, 0, 0]
    assert {row["judge_meta"]["sandbox"] for row in graded} == {"wasi"}
    with pytest.raises(SettingError, match="no user namespaces"):
        CodeExec(TESTS, sandbox="bubblewrap")


@installed
def test_runs_in_threads_do_not_disturb_each_other():
    judge, got = CodeExec(TESTS, **{**LIMITS, "timeout": 40}), {}

    def run(number):
        got[number] = judge({"final_text": HONEST if number % 2 else "def add(a, b): return 9"})["reward"]

    threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == {number: number % 2 for number in range(6)}


@installed
def test_hosts_end_by_themselves_when_the_program_that_started_them_is_killed(tmp_path):
    code = "import os, sys\nfrom wai_nb.grade.sandbox import run_tests, Tier\n"
    code += f"tier = Tier('wasi', sys.executable, compiled={FOUND.compiled!r})\n"
    code += "run_tests(tier, 'while True: pass', 'x', timeout=3, cpu=60, memory=128 << 20)"
    marked = {**os.environ, "TMPDIR": str(tmp_path)}  # what hosts inherit, so that we know them
    program = subprocess.Popen([sys.executable, "-c", code], env=marked)

    def hosts():
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                ours = str(tmp_path).encode() in (folder / "environ").read_bytes()
                found += [folder.name] if ours and b"wasi_host" in (folder / "cmdline").read_bytes() else []
            except OSError:  # noqa: PERF203 - it ended while we looked
                continue
        return found

    if not Path("/proc/self/environ").exists():
        program.kill()
        pytest.skip("only Linux shows us the processes")
    wait_until(lambda: len(hosts()) == 2)
    program.kill()
    program.wait()
    wait_until(lambda: not hosts())


def wait_until(done):
    deadline = time.monotonic() + 20
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@installed
def test_a_damaged_or_foreign_interpreter_in_the_cache_is_made_anew(monkeypatch, tmp_path):
    monkeypatch.setattr(wasi, "_cache_folder", lambda: tmp_path / "wai-nb")
    path = tmp_path / "wai-nb" / Path(FOUND.compiled).name
    path.parent.mkdir()
    path.write_bytes(b"not a module")
    assert wasi.compiled() == (str(path), "")
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert path.stat().st_size > 1_000_000
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
        path.chmod(0o666)
        assert not wasi_host.ours(path)
        limits = {"timeout": 20, "cpu": 5, "memory": 128 << 20}
        assert "stderr" in run_tests(Tier("wasi", sys.executable, compiled=str(path)), HONEST, TESTS, **limits)


@installed
def test_where_nothing_can_be_kept_the_reason_is_told(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(wasi, "_cache_folder", lambda: tmp_path / "file")
    found = tiers.find_wasi.__wrapped__()
    assert isinstance(found, str) and "cannot start here" in found and "Error" in found


@installed
def test_without_a_home_the_reason_is_told(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(wasi, "_cache_folder", homeless)
    assert wasi.compiled() == ("", "RuntimeError: Could not determine home directory.")


def test_a_tier_that_does_not_hold_is_no_tier(monkeypatch):
    monkeypatch.setattr(wasi, "missing", list)
    monkeypatch.setattr(wasi, "compiled", lambda: ("", ""))  # a probe that runs without any walls
    found = tiers.find_wasi.__wrapped__()
    assert isinstance(found, str) and ("do not hold" in found or "cannot start" in found)


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(wasi, "PACKAGES", {"no_such_package": "wasmtime"})
    with pytest.raises(MissingExtra, match=r'needs wasmtime: pip install "wai-nb\[wasi\]"'):
        CodeExec(TESTS, sandbox="wasi")
    assert 'pip install "wai-nb[wasi]"' in tiers.find_wasi.__wrapped__()


def test_auto_refuses_where_there_is_neither(monkeypatch):
    monkeypatch.setattr(tiers, "find_tier", lambda: "bubblewrap needs Linux")
    monkeypatch.setattr(tiers, "find_wasi", lambda: "wasi is not installed")
    with pytest.raises(SettingError, match=r'needs Linux; wasi is not installed.*pip install "wai-nb\[wasi\]"'):
        CodeExec(TESTS)


def test_numbers_of_the_binary_format():
    for value in (0, 1, 127, 128, 300, 1 << 20):
        assert wasi_host.number_at(b"x" + wasi_host.number(value) + b"y", 1) == (
            value,
            1 + len(wasi_host.number(value)),
        )
    with pytest.raises(ValueError, match="exports nothing"):
        wasi_host.with_stack_pointer(b"\0asm\1\0\0\0")


@installed
def test_where_namespaces_are_forbidden_auto_takes_it_for_real():
    walls = tiers.find_tier()
    if not isinstance(walls, Tier):
        pytest.skip(f"no namespaces to forbid: {walls}")
    bare = [walls.wrap[0], "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--uid", "1000", "--"]
    code = (
        f"from wai_nb.grade.verify import CodeExec\nprint(CodeExec({TESTS!r}, timeout=30)(dict(final_text={HONEST!r})))"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(tiers.__file__).parents[3]), "XDG_CACHE_HOME": str(cache_of(FOUND))}
    done = subprocess.run([*bare, sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert "'reward': 1" in done.stdout and "'sandbox': 'wasi'" in done.stdout, done.stderr


def cache_of(tier):
    return Path(tier.compiled).parents[1]
