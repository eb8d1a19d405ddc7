"""One run of a notebook through papermill, in a fresh kernel of this very Python."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wai_nb.errors import RecipeError, nearest, shown
from wai_nb.recipes.files import read_notebook
from wai_nb.recipes.results import shown_line

NATIVE = "python3"
# What a kernel would otherwise take from the terminal or the CI job that started it: pictures go
# into the notebook, and text is as wide as anywhere else.
KERNEL_ENV = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "COLUMNS": "80", "LINES": "24"}
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def execute(
    notebook: Any,
    parameters: Mapping[str, Any] | None = None,
    *,
    cwd: str | Path,
    kernel_name: str | None = None,
    timeout: int | None = None,
) -> tuple[Any, str | None]:
    """Run a notebook and return it with its outputs, and what went wrong in it.

    Parameters
    ----------
    notebook : notebook node
        Left as it is.
    parameters : dict, optional
        Values for its ``parameters`` cell, already checked.
    cwd : str or Path
        The folder in which the kernel works. The folder of this process does not change.
    kernel_name : str, optional
        The kernel to use. By default the Python that runs this function, whatever other kernels
        are installed under the name ``python3``.
    timeout : int, optional
        Seconds that one cell may take.

    Returns
    -------
    (notebook node, str or None)
        A failed notebook holds the outputs up to the failure; the text says which error and where.
    """
    import papermill
    from nbclient.exceptions import CellTimeoutError

    with tempfile.TemporaryDirectory(prefix="wai-run-") as scratch:
        path = Path(scratch) / "executed.ipynb"
        try:
            papermill.execute_notebook(
                notebook,
                str(path),
                dict(parameters or {}),
                progress_bar=False,
                language="python",
                kernel_name=kernel_name or NATIVE,
                execution_timeout=timeout,
                kernel_manager_class=_manager_class(),
                resources={"metadata": {"path": str(Path(cwd).resolve())}},
            )
        except papermill.PapermillExecutionError as error:
            return read_notebook(path), _failure(error)
        except CellTimeoutError:
            return read_notebook(path), f"CellTimeoutError: a cell took longer than {timeout} s"
        except RuntimeError as error:  # the kernel died, or did not start
            return read_notebook(path) if path.exists() else notebook, shown_line(f"{type(error).__name__}: {error}")
        return read_notebook(path), None


def check_kernel(kernel_name: str | None) -> None:
    """Raise an error with the installed names when there is no such kernel."""
    if kernel_name in (None, NATIVE):
        return
    from jupyter_client.kernelspec import KernelSpecManager

    installed = sorted({NATIVE, *KernelSpecManager().find_kernel_specs()})
    if kernel_name not in installed:
        hint = nearest(str(kernel_name), installed)
        raise RecipeError(f"there is no kernel {shown(kernel_name)}. Installed: {', '.join(installed)}.{hint}")


def _manager_class() -> Any:
    """Return the class of a kernel manager that no installed kernelspec can redirect.

    A class, and not a manager: papermill shuts down only the kernels whose manager it made itself.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    class KernelManager(AsyncKernelManager):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            native = self.kernel_name == NATIVE
            if native:
                self.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
            spec: Any = self.kernel_spec
            spec.env.update(KERNEL_ENV)
            if native:
                spec.argv.append("--log-level=40")  # errors only: a library prints nothing

    return KernelManager


def _failure(error: Any) -> str:
    reason = ANSI.sub("", f"{error.ename}: {error.evalue}").rstrip(": ")
    return shown_line(f"{reason} (In [{error.exec_count}]: {_culprit(error)})")


def _culprit(error: Any) -> str:
    """Return the line of the cell that the traceback points at, else the cell's first line."""
    arrow = re.compile(r"^-+> *\d+ (.*)$", re.MULTILINE)
    lines = arrow.findall(ANSI.sub("", "\n".join(error.traceback)))
    own = [line.strip() for line in lines if line.strip() and line.strip() in error.source]
    return own[0] if own else next(iter(error.source.strip().splitlines()), "")
