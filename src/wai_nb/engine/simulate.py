"""Play an agent through situations and return the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wai_nb.engine.later import refuse_later
from wai_nb.engine.run import Run
from wai_nb.engine.settings import read_settings
from wai_nb.errors import SettingError
from wai_nb.records.dataset import SimulationData

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wai_nb.engine.options import SimulateOptions

_last: list[Run] = []  # the run that began last, so that its rows are found even if nobody kept them


def simulate(agent: Any = None, **options: Unpack[SimulateOptions]) -> SimulationData:
    """Generate situations for an agent, play them, and return the rows.

    Parameters
    ----------
    agent
        A function, sync or async, that takes one message (a text) and returns
        ``{"steps": [{"tool", "arguments", "result"}, ...], "final_text": "..."}``. None plays a deterministic
        offline stand-in, and says so.
    **options
        The dials, all optional; :class:`wai_nb.engine.settings.Settings` explains each.

        *The agent*: ``tools``, ``system_prompt`` (or ``policy``), ``execute``, ``sampling``.
        *How much*: ``mode`` ("explore", "sft", "rl", "adaptive"), ``budget`` (rows, 1000), ``situations``,
        ``phrasings``, ``repeats``, ``repeat_policy``, ``unique_situations``, ``until``, ``runs``, ``time_budget``.
        *What*: ``seed`` (0), ``hard_share`` (0.40), ``fault_rate`` (0.30), ``dimensions``, ``seeds``,
        ``tasks`` (a run, its file, or dicts with a ``prompt``; an ``answer`` or another answer key of a task stands on
        its rows, where verifiers look), ``simulator``.
        *What is said of the rows*: ``grader`` (a judge that is called beside the rollouts as they land, from several
        threads, like the agent), ``grade`` ("conduct", or True for a model as the judge).
        *How*: ``concurrency`` (32), ``timeout`` (300 s a call), ``on_progress``, ``checkpoint``, ``output``.

    Returns
    -------
    SimulationData
        ``rows``, ``warnings``, ``search``, ``report()``, ``grade(judge)``, ``save(path)``; with a grader a
        :class:`wai_nb.ScoredData`. The same call gives the
        same rows, in the same order, at any concurrency and on any machine, if the agent answers from its
        message alone. Outside that promise: agents whose answer hangs on the clock or on the order of their calls,
        runs that ``time_budget`` ends, and rollouts of which a call ran into ``timeout`` (``lineage.reproducible``
        of those rows is False).

    Raises
    ------
    ArgumentError, SettingError
        Before anything is spent: a name nobody knows, or a value outside its range.
    NotYetError
        For a documented option of a later release.

    Examples
    --------
    >>> import wai_nb as wai
    >>> def agent(message):
    ...     return {"steps": [], "final_text": "Let me look into it."}
    >>> data = wai.simulate(agent, system_prompt="Help customers with orders.", budget=3)
    >>> len(data.rows), data.stopped_because
    (3, 'budget')
    """
    return start(agent, **options).result()


async def asimulate(agent: Any = None, **options: Unpack[SimulateOptions]) -> SimulationData:
    """Do what :func:`simulate` does without blocking the event loop; being cancelled returns the rows so far."""
    return await start(agent, **options)


def start(agent: Any = None, **options: Unpack[SimulateOptions]) -> Run:
    """Begin what :func:`simulate` does and return at once with a handle on it.

    Returns
    -------
    Run
        ``run.data`` (rows so far), ``run.result()`` or ``await run`` (the end), ``run.stop()``, ``run.pause()``,
        ``run.resume()``, ``run.running``.

    Examples
    --------
    >>> import wai_nb as wai
    >>> run = wai.start(lambda message: "ok", system_prompt="Help customers with orders.", budget=3)
    >>> len(run.result().rows), run.running
    (3, False)
    """
    run = Run(agent, read_settings(refuse_later(dict(options))))
    _last[:] = [run]
    return run.start()


def last_run() -> SimulationData:
    """Return the rows of the run that began last in this process, done or not.

    Raises
    ------
    SettingError
        When there was none.
    """
    if not _last:
        raise SettingError("no run has begun in this process. Fix: wai.simulate(agent, ...)")
    return _last[0].data
