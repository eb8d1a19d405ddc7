"""One JupyterLab and one Chromium, as a person has them: a server, a page, a notebook to run and to read."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat

WAIT = 20_000  # ms that any one thing may take
TOKEN = "a-token-of-the-tests"
SOURCE = Path(__file__).parents[2] / "src"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
READY = """async () => {
    const app = window.jupyterapp;
    await app.restored;
    const context = app.shell.currentWidget.context;
    await context.ready;
    await context.sessionContext.ready;
    await context.sessionContext.session.kernel.info;
}"""

RUN_CELL = """async (number) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = number;
    notebook.deselectAll();
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


def chromium_path() -> str | None:
    """Return the browser to drive, or None."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def missing() -> str:
    """Return why nothing can be looked at here, or an empty text."""
    import importlib.util as find

    packages = [name for name in ("jupyterlab", "playwright", "anywidget") if find.find_spec(name) is None]
    if packages:
        return f'not installed: {", ".join(packages)} (pip install "wai-nb[browser]")'
    return "" if chromium_path() else "no Chromium on PATH, and CHROMIUM names none"


PAGES = {"lab": "doc/tree", "notebook": "notebooks"}


class Lab:
    """A JupyterLab on this machine, with folders of its own."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "notebooks"
        self.root.mkdir()
        self.port = _free_port()
        self._log = (folder / "server.log").open("w")
        names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        names += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
        homes = {name: str(folder / name.lower()) for name in names}
        self._settings(Path(homes["JUPYTERLAB_SETTINGS_DIR"]))
        self._kernels(Path(homes["JUPYTER_DATA_DIR"]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *self._flags()],
            env={**os.environ, **homes, "PYTHONPATH": _path(SOURCE), "PYTHONHASHSEED": "0"},
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def _flags(self) -> list[str]:
        return [
            "--no-browser",
            "--allow-root",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={TOKEN}",
            f"--ServerApp.root_dir={self.root}",
            "--ServerApp.terminals_enabled=False",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.extension_manager=readonly",
            "--JupyterNotebookApp.expose_app_in_browser=True",  # Notebook 7 answers at the same server
        ]

    @staticmethod
    def _settings(folder: Path) -> None:
        wanted = {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            # All outputs stand in the page, also those out of sight.
            "notebook-extension/tracker": {"windowingMode": "none", "maxNumberOutputs": 1000},
        }
        for name, values in wanted.items():
            file = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True)
            file.write_text(json.dumps(values))

    @staticmethod
    def _kernels(data: Path) -> None:
        """Add a kernel of ipykernel 6, where WAI_IPYKERNEL6 names a folder that holds it."""
        older = os.environ.get("WAI_IPYKERNEL6")
        if not older:
            return
        spec = data / "kernels" / "python6"
        spec.mkdir(parents=True)
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        named = {"argv": argv, "display_name": "ipykernel 6", "language": "python"}
        (spec / "kernel.json").write_text(json.dumps({**named, "env": {"PYTHONPATH": _path(Path(older), SOURCE)}}))

    def _wait(self) -> None:
        last = time.monotonic() + 30
        while time.monotonic() < last:
            if self._answers():
                return
            time.sleep(0.1)
        self.stop()
        raise AssertionError("JupyterLab did not answer within 30 s")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/status?token={TOKEN}", timeout=1):
                return True
        except OSError:
            return False

    def stop(self) -> None:
        """End the server, and with it its kernels."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()


def _path(*folders: Path) -> str:
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])


def _free_port() -> int:
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        return int(there.getsockname()[1])


class Book:
    """A notebook that is open in the browser."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page = page
        self.path = path

    def command(self, name: str, **arguments: Any) -> None:
        """Start a command of JupyterLab and do not wait for it."""
        self.page.evaluate("([name, args]) => { window.jupyterapp.commands.execute(name, args); }", [name, arguments])

    def run(self) -> None:
        """Run all cells."""
        self.command("notebook:run-all-cells")

    def run_cell(self, number: int) -> None:
        """Run one cell, from 0, and wait for its end."""
        self.page.evaluate(RUN_CELL, number)

    def wait(self, words: str) -> None:
        """Wait for words in an output, not in a source."""
        self.page.locator(".jp-OutputArea-output", has_text=words).first.wait_for(timeout=WAIT)

    def saved(self) -> Any:
        """Save, and return what stands in the file."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
        return nbformat.read(self.path, as_version=4)

    def trust(self) -> None:
        """Say that the notebook may be trusted."""
        self.command("notebook:trust")
        self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.page.locator(".jp-Dialog").wait_for(state="detached")

    def theme(self, dark: bool) -> None:
        """Change to the light or the dark theme."""
        name = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.page.evaluate("name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
        self.page.wait_for_function(f"document.body.dataset.jpThemeLight === '{'false' if dark else 'true'}'")

    def settle(self) -> None:
        """Wait until the kernel is idle."""
        idle = "() => window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status === 'idle'"
        self.page.wait_for_function(idle, timeout=WAIT)


class Desk:
    """The browser: opens notebooks of a lab, and keeps count of where requests go."""

    def __init__(self, lab: Lab, browser: Any) -> None:
        self.lab = lab
        self.context = browser.new_context()  # one for all, so that JupyterLab is loaded once
        self.requests: list[str] = []
        self._number = 0

    @contextmanager
    def open(
        self, *cells: str, kernel: str = "python3", app: str = "lab", width: int = 1000, height: int = 900
    ) -> Iterator[Book]:
        """Open a new notebook of these cells, its kernel ready, in JupyterLab or in Notebook 7."""
        self._number += 1
        path = self.lab.root / f"book{self._number}.ipynb"
        spec = {"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}}
        nbformat.write(nbformat.v4.new_notebook(cells=_cells(cells), metadata=spec), path)
        with self.again(path, app=app, width=width, height=height) as book:
            yield book

    @contextmanager
    def again(
        self, path: Path, *, kernel: bool = True, app: str = "lab", width: int = 1000, height: int = 900
    ) -> Iterator[Book]:
        """Open a notebook that is there; without a kernel only what the file holds can show."""
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("request", lambda request: self.requests.append(request.url))
        page.set_default_timeout(WAIT)
        try:
            page.goto(f"http://127.0.0.1:{self.lab.port}/{PAGES[app]}/{path.name}?token={TOKEN}")
            page.wait_for_function("() => window.jupyterapp && window.jupyterapp.shell.currentWidget", timeout=WAIT)
            page.evaluate(READY if kernel else READY.replace("await context.sessionContext", "// "))
            yield Book(page, path)
        finally:
            page.close()


def _cells(sources: Sequence[str]) -> list[Any]:
    return [nbformat.v4.new_code_cell(source) for source in sources]
