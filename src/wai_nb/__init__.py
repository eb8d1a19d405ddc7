"""Simulate, grade, measure and export tool-using LLM agents, in the notebook.

>>> import wai_nb as wai
>>> @wai.tool
... def get_order(order_id: str) -> dict:
...     "Look up an order by id."
>>> data = wai.simulate(tools=[get_order], system_prompt="Help customers with orders.", budget=5)
>>> len(data.rows)
5

Names load when they are first used, so importing the package is instant.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wai_nb.engine.evaluate import evaluate as evaluate
    from wai_nb.engine.evaluation import Evaluation as Evaluation
    from wai_nb.engine.preview import preview as preview
    from wai_nb.engine.simulate import asimulate as asimulate
    from wai_nb.engine.simulate import last_run as last_run
    from wai_nb.engine.simulate import simulate as simulate
    from wai_nb.engine.simulate import start as start
    from wai_nb.grade import verify as verify
    from wai_nb.grade.contract import grade as grade
    from wai_nb.grade.contract import run_judge as run_judge
    from wai_nb.grade.labels import attach_labels as attach_labels
    from wai_nb.measure.compare.delta import delta_report as delta_report
    from wai_nb.measure.compare.power import detectable_effect as detectable_effect
    from wai_nb.measure.compare.power import holdout_size as holdout_size
    from wai_nb.measure.compare.power import noise_band as noise_band
    from wai_nb.measure.compare.runs import compare_runs as compare_runs
    from wai_nb.measure.compare.variance import eval_variance as eval_variance
    from wai_nb.measure.coverage.gap import coverage_gap as coverage_gap
    from wai_nb.measure.coverage.warnings import coverage_warnings as coverage_warnings
    from wai_nb.measure.gate import gate as gate
    from wai_nb.measure.health.report import eval_health as eval_health
    from wai_nb.measure.passk import PassAt as PassAt
    from wai_nb.measure.passk import pass_at as pass_at
    from wai_nb.measure.signal import group_signal as group_signal
    from wai_nb.options import set_options as set_options
    from wai_nb.plan.sizing import recommend as recommend
    from wai_nb.play.agents import per_worker as per_worker
    from wai_nb.play.seeded import seeded_agent as seeded_agent
    from wai_nb.play.tryout import try_agent as try_agent
    from wai_nb.recipes import read_records as read_records
    from wai_nb.recipes import record as record
    from wai_nb.recipes import rerun as rerun
    from wai_nb.records.dataset import ScoredData as ScoredData
    from wai_nb.records.dataset import SimulationData as SimulationData
    from wai_nb.records.dataset import load as load
    from wai_nb.records.tools import Tool as Tool
    from wai_nb.records.tools import call_tools as call_tools
    from wai_nb.records.tools import tool as tool
    from wai_nb.records.trajectory import trajectory as trajectory
    from wai_nb.select.choose import select as select
    from wai_nb.select.export import export as export
    from wai_nb.world.current import current_rollout as current_rollout
    from wai_nb.world.current import world as world

__version__ = "0.1.0"

_HOME = {
    "Evaluation": "engine.evaluation",
    "PassAt": "measure.passk",
    "ScoredData": "records.dataset",
    "SimulationData": "records.dataset",
    "Tool": "records.tools",
    "asimulate": "engine.simulate",
    "attach_labels": "grade.labels",
    "call_tools": "records.tools",
    "compare_runs": "measure.compare.runs",
    "coverage_gap": "measure.coverage.gap",
    "coverage_warnings": "measure.coverage.warnings",
    "current_rollout": "world.current",
    "delta_report": "measure.compare.delta",
    "detectable_effect": "measure.compare.power",
    "errors": "errors",
    "eval_health": "measure.health.report",
    "eval_variance": "measure.compare.variance",
    "evaluate": "engine.evaluate",
    "export": "select.export",
    "gate": "measure.gate",
    "grade": "grade.contract",
    "group_signal": "measure.signal",
    "holdout_size": "measure.compare.power",
    "last_run": "engine.simulate",
    "load": "records.dataset",
    "noise_band": "measure.compare.power",
    "pass_at": "measure.passk",
    "per_worker": "play.agents",
    "preview": "engine.preview",
    "read_records": "recipes",
    "recommend": "plan.sizing",
    "record": "recipes",
    "rerun": "recipes",
    "run_judge": "grade.contract",
    "seeded_agent": "play.seeded",
    "select": "select.choose",
    "set_options": "options",
    "simulate": "engine.simulate",
    "start": "engine.simulate",
    "tool": "records.tools",
    "trajectory": "records.trajectory",
    "try_agent": "play.tryout",
    "verify": "grade.verify",
    "world": "world.current",
}

_MODULES = {"errors", "verify"}  # public names that are modules themselves

# Documented names of later releases, and what does the job until then.
_LATER = {
    "HackMonitor": "export the rows a trainer scored and read them with wai.load(path)",
    "Judge": "write the judge as a function row -> {'reward': 0 or 1, 'reason': ...} and pass it to data.grade(...)",
    "OpenAI": "call your model inside an agent function message -> {'steps': [...], 'final_text': ...}",
    "build_preference_pairs": "pair rows of scored.passes() and scored.failures() that share an ask_id",
    "configure": "pass agent= and tools= to each call",
    "cut": "pass rows that you hold, from your own files",
    "dimensions_from_traces": "simulate(dimensions={...}) pins the axes by hand",
    "drop_leaky_rows": "compare prompts by hand before training",
    "hack_scan": "read scored.passes() by hand",
    "judge_agreement": "compare the judge's rewards with your labels by hand",
    "judge_trust": "compare the judge's rewards with your labels by hand",
    "leakage_report": "compare prompts by hand before training",
    "load_traces": "wai.load(path) reads rows in the schema that simulate() writes",
    "mine_traces": "filter the rows by hand",
    "optimize": "scored.select(mode='rl').export(path) writes the prompts for your trainer",
    "push": "data.save(path) writes the rows to a file",
    "serve": "serve the model with your own stack",
    "simulate_from_traces": "simulate(tools=..., dimensions={...}) aims the grid by hand",
    "split_pseudo_production": "split the rows by scenario_id by hand",
    "trace_report": "filter the rows by hand",
    "train": "scored.select(...).export(path) writes a file for your trainer",
}

__all__ = sorted([*_HOME, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _HOME:
        module = import_module(f"{__name__}.{_HOME[name]}")
        value = module if name in _MODULES else getattr(module, name)
        globals()[name] = value
        return value
    from wai_nb.errors import NotYetError, nearest

    if name in _LATER:
        raise NotYetError(f"wai.{name} is documented but not in this release. Until then: {_LATER[name]}.")
    raise AttributeError(f"module 'wai_nb' has no name {name!r}.{nearest(name, _HOME)}")


def __dir__() -> list[str]:
    return __all__


class _FrontDoor(ModuleType):
    """Keeps public names: loading the room ``grade/`` must not put the folder in the place of ``wai.grade``."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and name not in _MODULES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
