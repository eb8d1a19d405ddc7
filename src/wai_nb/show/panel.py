"""The live panel of a run: an anywidget that Python fills and whose buttons come back as messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from wai_nb.show.widgets import script, styles

Act = Callable[[], object]


class RunPanel(anywidget.AnyWidget):
    """The panel of one run.

    Parameters
    ----------
    state
        What it shows first; see ``live.state_of``.
    acts
        What its messages do: ``hello``, ``pause``, ``resume`` and ``stop``. They may come on any thread, also twice,
        so each only sets a flag.
    """

    _esm = script("live.js")
    _css = styles()
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, state: Mapping[str, Any], acts: Mapping[str, Act]) -> None:
        super().__init__(state=dict(state))
        self._acts = dict(acts)
        self.on_msg(lambda _widget, content, _buffers: self._hear(content))
        listen_early(getattr(self, "comm", None), self._hear)

    def __repr__(self) -> str:
        return "a run under way"

    def _hear(self, content: object) -> None:
        act = self._acts.get(str(content.get("type"))) if isinstance(content, Mapping) else None
        if act is not None:
            act()


def listen_early(comm: Any, hear: Callable[[object], object]) -> None:
    """Let `hear` see messages as they arrive, where the kernel would hold them until the cell has ended.

    ipykernel 7.4 asks the comm on the thread of the channel where an answer should go. That is private, and may be
    gone tomorrow: then messages come when the cell has ended, and the panel says so.
    """
    if not callable(getattr(comm, "_reply_subshell_for", None)):
        return

    def route(data: Any, default: Any) -> Any:
        if isinstance(data, Mapping) and data.get("method") == "custom":
            hear(data.get("content"))
        return default

    try:
        comm._reply_subshell_for = route
    except Exception:  # no attribute may be set: as if there were no such hook
        return
