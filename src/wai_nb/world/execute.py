"""The user's own function as what answers: its results made plain, what it raises made an answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from wai_nb.records.tools import Tool, call_function, call_tools
from wai_nb.records.values import jsonable

Answer = dict[str, Any]
Execute = Callable[[str, dict[str, Any]], Any]


def executed(execute: Execute, tools: Sequence[Tool], tool: str, arguments: dict[str, Any]) -> Answer:
    """Return what the user's function answers, as a dict; what it raises is an answer with status error.

    Parameters
    ----------
    execute
        ``(tool, arguments) -> result``, sync or async, or :func:`wai_nb.call_tools` for the tools' own bodies.
    tools
        The tools that exist.
    tool, arguments
        The call.

    Examples
    --------
    >>> executed(lambda tool, arguments: 5, [], "get_order", {})
    {'status': 'ok', 'result': 5}
    """
    try:
        if execute is call_tools:
            result = call_function(next(item for item in tools if item.name == tool), arguments)
        else:
            result = execute(tool, arguments)
        if inspect.isawaitable(result):
            result = _awaited(result)
    except Exception as error:
        return {"status": "error", "error": f"{type(error).__name__}: {error}"}
    plain = jsonable(result)
    return plain if isinstance(plain, dict) else {"status": "ok", "result": plain}


def _awaited(result: Any) -> Any:
    """Return what an awaitable gives, from a loop of its own: the caller's loop, if any, is busy with this call."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context

    async def finish() -> Any:
        return await result

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, asyncio.run, finish()).result()
