from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wai_nb.plan.axes import HISTORIES, STANCES, TOOL_CONDITIONS, WORLD_STATES, Axes, build_axes
from wai_nb.plan.grid import covering_grid, pairs_covered, pairs_planned

CLAUSES = ["Help customers with orders.", "Never refund twice.", "Ask before you cancel."]


def agent(n_tools, n_clauses=0, reference=True, dimensions=None):
    parameter = "order_id" if reference else "query"
    tools = [
        SimpleNamespace(name=f"tool_{i}", parameters={"properties": {parameter: {"type": "string"}}})
        for i in range(n_tools)
    ]
    return build_axes(tools, " ".join(CLAUSES[:n_clauses]), dimensions)


def missing_pairs(axes, grid):
    """Brute force: every pair of values of two axes that no cell holds."""
    return [
        (axes._fields[a], x, axes._fields[b], y)
        for a, b in combinations(range(len(axes)), 2)
        for x, y in product(axes[a], axes[b])
        if not any(cell[a] == x and cell[b] == y for cell in grid)
    ]


def test_the_one_tool_agent_of_the_documents_has_72_cells():
    tools = [SimpleNamespace(name="get_order", parameters={"properties": {"order_id": {"type": "string"}}})]
    grid = covering_grid(build_axes(tools, "Help customers with orders."))
    assert len(grid) == 72
    assert sum(cell.rule == "unspecified" for cell in grid) == 62


@pytest.mark.parametrize(
    ("n_tools", "reference", "sizes"),
    [
        (1, True, (62, 72, 92)),
        (1, False, (52, 62, 82)),
        (2, True, (62, 72, 92)),
        (3, True, (64, 74, 94)),
        (4, True, (66, 76, 96)),
        (5, True, (72, 82, 102)),
        (10, True, (121, 133, 157)),
        (20, True, (221, 243, 287)),
    ],
)
def test_grid_sizes_do_not_drift(n_tools, reference, sizes):
    assert tuple(len(covering_grid(agent(n_tools, k, reference))) for k in (0, 1, 3)) == sizes


@pytest.mark.parametrize(
    "axes",
    [
        agent(1, 1),
        agent(3, 3),
        agent(0, 2),
        agent(12, 1, reference=False),
        agent(1, 1, dimensions={"stance": ["adversarial"]}),
        agent(2, 3, dimensions={"tool_condition": ["timeout", "rate_limited"], "tool": ["tool_1", "unrelated"]}),
        agent(2, 1, dimensions={"rule": ["One.", "Two.", "Three."]}),
        agent(1, 0, dimensions={axis: [getattr(agent(1), axis)[0]] for axis in Axes._fields}),
    ],
)
def test_every_pair_of_values_is_in_the_grid(axes):
    grid = covering_grid(axes)
    assert missing_pairs(axes, grid) == []
    assert pairs_covered(grid) == pairs_planned(axes)
    assert all(value in axes[i] for cell in grid for i, value in enumerate(cell))
    assert len(set(grid)) == len(grid)


def pins(values):
    return st.lists(st.sampled_from(values), min_size=1, unique=True)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 6),
    st.integers(0, 3),
    st.fixed_dictionaries(
        {},
        optional={
            "stance": pins(list(STANCES)),
            "world_state": pins(WORLD_STATES),
            "tool_condition": pins(TOOL_CONDITIONS),
            "history": pins(HISTORIES),
        },
    ),
)
def test_every_pair_is_in_the_grid_of_any_pinned_axes(n_tools, n_clauses, dimensions):
    axes = agent(n_tools, n_clauses, dimensions=dimensions)
    assert missing_pairs(axes, covering_grid(axes)) == []


def test_the_pairs_of_the_one_tool_agent():
    assert pairs_planned(agent(1, 1)) == 381  # contract-simulate 8, line 16


def test_a_clause_block_holds_each_value_once_where_it_fits():
    axes = agent(1, 1)
    block = [cell for cell in covering_grid(axes) if cell.rule != "unspecified"]
    assert sorted(cell.stance for cell in block) == sorted(axes.stance)
    for axis in ("world_state", "tool_condition", "history", "tool"):
        assert {getattr(cell, axis) for cell in block} == set(getattr(axes, axis))


def test_an_edited_clause_changes_its_own_cells_only():
    before = covering_grid(agent(2, 3))
    edited = agent(2, 3)._replace(rule=("unspecified", "Never refund thrice.", *agent(2, 3).rule[1:2], CLAUSES[2]))
    after = covering_grid(edited)
    assert {cell for cell in before if cell.rule != CLAUSES[1]} == {
        cell for cell in after if cell.rule != "Never refund thrice."
    }


def test_names_of_tools_do_not_change_the_shape():
    one = covering_grid(agent(2, 1))
    named = agent(2, 1)._replace(tool=("lookup", "pay", "unrelated", "multi_tool"))
    names = {"tool_0": "lookup", "tool_1": "pay"}
    renamed = [cell._replace(tool=names.get(cell.tool, cell.tool)) for cell in one]
    assert covering_grid(named) == tuple(renamed)


def test_the_grid_is_the_same_in_every_process():
    code = (
        "from wai_nb.plan.axes import build_axes; from wai_nb.plan.grid import covering_grid; import hashlib;"
        "grid = covering_grid(build_axes([], 'Help customers with orders. Never refund twice.'));"
        "import sys; sys.stdout.write(hashlib.sha256(repr(grid).encode()).hexdigest())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    here = covering_grid(build_axes([], "Help customers with orders. Never refund twice."))
    assert hashes == {hashlib.sha256(repr(here).encode()).hexdigest()}
