import pytest
from tests.engine.agents import POLICY, get_order, instant

import wai_nb as wai


def test_preview_shows_the_asks_of_the_run():
    options = {"tools": [get_order], "system_prompt": POLICY, "seed": 4, "fault_rate": 0.5}
    asks = wai.preview(n=12, **options)["asks"]
    rows = wai.simulate(instant, simulator=False, budget=12, **options).rows
    assert [ask["prompt"] for ask in asks] == [row["prompt"] for row in rows]
    assert [ask["ask_id"] for ask in asks] == [row["ask_id"] for row in rows]


def test_preview_reads_in_a_frame_and_in_a_terminal():
    shown = wai.preview(n=5, tools=[get_order], system_prompt=POLICY)
    assert len(shown.to_frame()) == 5
    assert shown["asks"][0]["prompt"][:20] in str(shown)


@pytest.mark.parametrize("n", [0, -1, 1.5, True, "3"])
def test_n_is_a_whole_number(n):
    with pytest.raises(ValueError, match="n="):
        wai.preview(n=n, tools=[get_order])


def test_nothing_to_write_from():
    with pytest.raises(ValueError, match="preview"):
        wai.preview(n=3)
