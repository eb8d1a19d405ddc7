"""The text that a bare Python runs inside a sandbox. Standard library only: the host of a WASI run loads this file."""

from __future__ import annotations

import functools
from pathlib import Path


@functools.lru_cache(maxsize=2)
def program(main: str = "main") -> str:
    """Return one text: the modules of ``inside``, then the function ``main`` of the module named `main`."""
    folder = Path(__file__).with_name("inside")
    named = [
        (f"wai_nb.grade.sandbox.inside.{name}", (folder / f"{name}.py").read_text(encoding="utf-8"))
        for name in ("wire", "solution", "tests", main)
    ]
    return (
        f"import sys, types\nfor name, text in {named!r}:\n    module = types.ModuleType(name)\n"
        "    sys.modules[name] = module\n    exec(compile(text, name, 'exec'), module.__dict__)\nmodule.main()\n"
    )
