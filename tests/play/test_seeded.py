import pytest

import wai_nb as wai
from wai_nb.errors import SettingError, ToolError

TOOL = {
    "name": "get_order",
    "description": "Look up an order.",
    "parameters": {"properties": {"order_id": {"type": "string"}}},
}


def run(agent, **options):
    return wai.simulate(agent, tools=[TOOL], system_prompt="Help with orders.", simulator=False, **options)


def honest(row):
    return not row["seeded"]


def test_the_truth_is_on_the_agent():
    agent = wai.seeded_agent([TOOL], pass_rates=[0.5, 1.0])
    assert agent.true_pass_at_1() == 0.75
    assert agent.true_pass_pow(3) == pytest.approx((0.5**3 + 1) / 2)
    assert agent.true_pass_at(3) == pytest.approx((1 - 0.5**3 + 1) / 2)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """20 runs of 40 situations: at 95 % coverage 17 or more hold, but for one time in 400 (binomial)."""
    held = 0
    for seed in range(20):
        agent = wai.seeded_agent([TOOL], pass_rates=[0.2, 0.6, 0.9], seed=seed)
        low, high = run(agent, mode="rl", situations=40, repeats=4, seed=seed).grade(honest).pass_at.ci95
        held += low <= agent.true_pass_at_1() <= high
    assert held >= 17


def test_rate_is_the_share_that_misbehaves():
    rows = run(wai.seeded_agent([TOOL], rate=0.25), budget=1000).rows
    assert sum(bool(row["seeded"]) for row in rows) / 1000 == pytest.approx(0.25, abs=0.05)  # 3.6 standard errors


def test_only_the_behaviors_asked_for():
    rows = run(wai.seeded_agent([TOOL], rate=1, behaviors=["apology"]), budget=20).rows
    assert all(row["seeded"] == ["apology"] and "sorry" in row["final_text"] for row in rows)


def test_ignore_fault_needs_a_fault():
    agent = wai.seeded_agent([TOOL], rate=1, behaviors=["hedging", "ignore_fault"])
    calm = run(agent, budget=40, fault_rate=0, dimensions={"world_state": ["entity exists"]}).rows
    assert all(row["seeded"] == ["hedging"] for row in calm)
    assert any(row["seeded"] == ["ignore_fault"] for row in run(agent, budget=40, fault_rate=1).rows)


@pytest.mark.parametrize(
    "options",
    [{"rate": 2}, {"rate": -0.1}, {"pass_rates": []}, {"pass_rates": [1.5]}, {"behaviors": []}, {"behaviors": ["x"]}],
)
def test_bad_arguments(options):
    with pytest.raises(SettingError):
        wai.seeded_agent([TOOL], **options)


def test_no_tools():
    with pytest.raises((SettingError, ToolError)):
        wai.seeded_agent([])
