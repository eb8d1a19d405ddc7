import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.records.dataset import ScoredData, SimulationData
from wai_nb.select.choose import select


def rows_of(*passes, n=8):
    return [
        {"prompt": f"ask {i}", "ask_id": f"a{i}", "steps": [], "final_text": f"reply {j}", "reward": int(j < passed)}
        for i, passed in enumerate(passes)
        for j in range(n)
    ]


GOLDEN = rows_of(0, 1, 2, 4, 6, 7, 8)  # contract-measure 9


def test_golden_rl():
    selection = select(GOLDEN, "rl")
    assert len(selection.rows) == 24
    assert {row["ask_id"] for row in selection.rows} == {"a2", "a3", "a4"}
    assert selection.dropped == {"never passes": 8, "always passes": 8, "too hard": 8, "too easy": 8}


def test_golden_sft():
    selection = select(GOLDEN, "sft")
    assert len(selection.rows) == 6
    assert all(row["reward"] == 1 for row in selection.rows)


def test_target_keeps_asks_whole():
    assert len(select(GOLDEN, "rl", target=8).rows) == 8
    assert len(select(GOLDEN, "rl", target=9).rows) == 16


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0, 1, 0.5, None])), max_size=60),
    st.sampled_from(["rl", "sft"]),
)
def test_counts_add_up(cells, mode):
    rows = [
        {"prompt": str(ask), "steps": [], "final_text": f"r{i}", "reward": reward, "judge_status": "ok"}
        for i, (ask, reward) in enumerate(cells)
    ]
    selection = select(rows, mode)
    assert selection.n_read == len(selection.rows) + sum(selection.dropped.values())
    assert str(selection)


@pytest.mark.parametrize(("mode", "target"), [("rlhf", None), ("rl", 0), ("rl", 1.5), ("sft", True)])
def test_bad_arguments(mode, target):
    with pytest.raises(SettingError):
        select(GOLDEN, mode, target=target)


def test_ungraded_rows_say_what_to_do():
    with pytest.raises(SettingError, match=r"data\.grade\(judge\)"):
        SimulationData([{"prompt": "a", "steps": [], "final_text": "b"}]).select()


def test_nothing_to_train_on_is_said():
    selection = ScoredData(rows_of(0, 0)).select(mode="sft")
    assert "No row passed" in str(selection)
