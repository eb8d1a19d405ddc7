from __future__ import annotations

from types import SimpleNamespace

import pytest

from wai_nb.errors import SettingError, ToolError
from wai_nb.plan.axes import (
    FAULT_MODES,
    HARD_TIERS,
    STANCES,
    TIERS,
    TOOL_CONDITIONS,
    build_axes,
    faults_of,
    has_reference,
    is_hard,
    tier_of,
)


def tool(name="get_order", **properties):
    return SimpleNamespace(name=name, parameters={"type": "object", "properties": properties})


ORDER = tool(order_id={"type": "string"})


def test_the_one_tool_agent_has_the_axes_of_the_contract():
    axes = build_axes([ORDER], "Help customers with orders.")
    assert axes.tool == ("get_order", "unrelated", "multi_tool")
    assert axes.rule == ("unspecified", "Help customers with orders.")
    assert [len(values) for values in axes] == [3, 2, 10, 6, 5, 5]
    assert axes.world_state[:3] == ("entity exists", "missing", "already acted on")


def test_an_agent_without_tools_has_no_tool_that_could_fail():
    axes = build_axes([], None)
    assert axes.tool == ("unspecified", "unrelated")
    assert axes.tool_condition == ("success",)
    assert axes.world_state == axes.rule == ("unspecified",)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("id", True), ("order_id", True), ("orderId", True), ("orderID", True), ("order-id", True), ("ids", True),
        ("file_path", True), ("path", True), ("customer_name", True), ("sku", True), ("ref", True), ("repo", True),
        ("phone_number", True), ("ORDER_ID", True), ("order_id2", True),
        ("query", False), ("paid", False), ("valid", False), ("number_of_items", False), ("amount", False), ("", False),
        ("файл", False), ("file_content", False),
    ],
)  # fmt: skip
def test_a_parameter_that_names_a_thing_opens_the_world_state(name, reference):
    assert has_reference(tool(**{name: {"type": "string"}})) is reference
    assert (len(build_axes([tool(**{name: {}})], None).world_state) == 6) is reference


def test_references_are_found_inside_objects_lists_and_formats():
    assert has_reference(tool(order={"type": "object", "properties": {"id": {"type": "string"}}}))
    assert has_reference(tool(lines={"type": "array", "items": {"type": "object", "properties": {"sku": {}}}}))
    assert has_reference(tool(who={"type": "string", "format": "uuid"}))
    assert not has_reference(SimpleNamespace(parameters={}))
    assert not has_reference(SimpleNamespace(parameters={"properties": ["order_id"]}))


def test_tiers_follow_from_stances():
    assert {tier_of(stance) for stance in STANCES} == set(TIERS)
    assert HARD_TIERS == ("ambiguous", "boundary", "adversarial")
    hard = [stance for stance in STANCES if is_hard(stance)]
    assert hard == ["ambiguous", "boundary", "adversarial", "unsure", "conflicting"]


def test_each_condition_but_success_has_a_fault():
    assert faults_of("success") == {}
    assert faults_of("timeout") == {"*": {"mode": "timeout", "rate": 1.0}}
    assert set(TOOL_CONDITIONS) <= {"success", *FAULT_MODES}
    assert faults_of("timeout") is not faults_of("timeout")  # a row may change its own


def test_dimensions_pin_one_axis_and_keep_the_others():
    whole = build_axes([ORDER], "Help customers with orders.")
    pinned = build_axes([ORDER], "Help customers with orders.", {"stance": ["boundary", "hurried", "boundary"]})
    assert pinned == whole._replace(stance=("boundary", "hurried"))
    assert build_axes([ORDER], None, {"tool": ("unrelated",)}).tool == ("unrelated",)
    assert build_axes([ORDER], None, {"tool_condition": ["rate_limited"]}).tool_condition == ("rate_limited",)
    assert build_axes([ORDER], None, {"rule": ["Any  words."]}).rule == ("Any words.",)
    assert build_axes([ORDER], None, {}) == build_axes([ORDER], None, None)


@pytest.mark.parametrize(
    ("dimensions", "words"),
    [
        ({"tier": ["hard"]}, ["'tier'", "'stance'", "'history'"]),
        ({"stanse": ["boundary"]}, ["Did you mean 'stance'?"]),
        ({3: ["boundary"]}, ["3"]),
        ({"stance": ["adverserial"]}, ["dimensions['stance']", "'ordinary'", "Did you mean 'adversarial'?"]),
        ({"tool": ["get_ordr"]}, ["'unrelated'", "Did you mean 'get_order'?"]),
        ({"tool_condition": ["slow"]}, ["'rate_limited'"]),
        ({"world_state": ["gone"]}, ["'entity exists'"]),
        ({"history": ["repeat"]}, ["'repeat visit'"]),
        ({"stance": []}, ["[]", "['ordinary']"]),
        ({"rule": []}, ["dimensions['rule']=[]"]),
        ({"rule": [" "]}, ["not text"]),
        ({"stance": "boundary"}, ["'boundary'", "list"]),
        ({"stance": {"boundary"}}, ["list"]),
        ({"stance": None}, ["None"]),
        ({"stance": [3]}, ["3", "not text"]),
        (["stance"], ["['stance']", "dict"]),
        ("stance", ["dict"]),
    ],
)
def test_a_wrong_pin_says_what_is_allowed(dimensions, words):
    with pytest.raises(SettingError) as caught:
        build_axes([ORDER], None, dimensions)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("name", ["unrelated", "multi_tool", "unspecified"])
def test_a_tool_cannot_take_a_word_of_the_grid(name):
    with pytest.raises(ToolError, match=name):
        build_axes([tool(name)], None)
