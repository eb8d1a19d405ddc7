"""The grid of asks x rollouts: order, band, and why a rollout is not there."""

from __future__ import annotations

import time

import pytest

import wai_nb as wai
from wai_nb.errors import RowError, SettingError
from wai_nb.measure.groups import groups
from wai_nb.records.rows import Rows


def rows_of(asks, k=4, **extra):
    """Return rows for {"ask": "pf.l"}: a dot is a rollout that is not there."""
    rewards = {"p": 1, "f": 0, "u": None}
    return Rows(
        {
            "prompt": ask,
            "ask_id": ask,
            "scenario_id": ask,
            "rollout_index": index,
            "reward": rewards[sign],
            "judge_status": "ok",
            "lineage": {"k": k},
            "steps": [],
            "final_text": f"reply {index}",
            **extra,
        }
        for ask, signs in asks.items()
        for index, sign in enumerate(signs)
        if sign != "."
    )


def test_asks_stand_by_pass_rate_and_the_band_is_counted():
    found = groups(rows_of({"always": "pppp", "half": "pfpf", "never": "ffff", "once": "pfff", "unread": "uuuu"}))
    assert [ask["prompt"] for ask in found.asks] == ["never", "once", "half", "always", "unread"]
    assert [ask["part"] for ask in found.asks] == ["below", "band", "band", "above", "ungraded"]
    assert (found.n_never, found.n_always, found.n_mixed, found.n_band, found.n_ungraded) == (1, 1, 2, 2, 1)
    assert repr(found) == "<Groups 2 of 5 asks are mixed; 2 sit in the 20–80 band>"


def test_the_edges_of_the_band_belong_to_it():
    found = groups(rows_of({"low": "pffff", "high": "ppppf", "out": "pfffff"}, k=5))
    assert {ask["prompt"]: ask["part"] for ask in found.asks} == {"low": "band", "high": "band", "out": "below"}


def test_a_gap_is_lost_and_a_short_end_is_cut_lost_or_not_needed():
    gap = rows_of({"a": "pp.p", "b": "p.p."})
    assert [ask["signs"] for ask in groups(gap).asks] == ["pplp", "plpl"]
    assert groups(gap).n_lost == 2
    cut = rows_of({"a": "pf.."}, group_cut=True)
    assert (groups(cut).asks[0]["signs"], groups(cut).n_cut, groups(cut).n_lost) == ("pfcc", 1, 0)
    spared = groups(rows_of({"a": "pp.."}, lineage={"k": 4, "repeat_policy": "successive"}))
    assert (spared.asks[0]["signs"], spared.n_lost) == ("ppnn", 0)


def test_rows_without_places_come_as_they_are():
    rows = [{"prompt": "a", "reward": reward} for reward in (1, 0, 1)]
    assert groups(rows).asks[0]["signs"] == "pfp"
    twice = [{**row, "lineage": {"k": 2, "eval_run": run}} for run in (0, 1) for row in rows_of({"a": "pf"}, k=2)]
    assert groups(twice).asks[0]["signs"] == "pfpf"
    assert groups(twice).k == 4


def test_a_rollout_opens():
    found = groups(rows_of({"a": "pp.p", "b": "ffff"}))
    assert found.asks[1]["prompt"] == "a"
    assert found.rollout(0, 1)["final_text"] == "reply 1"
    assert found.rollout(1, 3)["final_text"] == "reply 3"
    with pytest.raises(SettingError, match="rollout 2 of ask 1 is not there"):
        found.rollout(1, 2)
    with pytest.raises(SettingError, match="2 asks"):
        found.rollout(2)


def test_empty_single_and_ungraded_say_whose_turn_it_is():
    assert "wai.simulate(agent, ...)" in str(groups([]))
    assert "wai.simulate(..., repeats=8)" in str(groups(rows_of({"a": "p"}, k=1)))
    ungraded = wai.SimulationData([{**row, "reward": None} for row in rows_of({"a": "pf", "b": "ff"}, k=2)])
    assert "none of them graded" in str(ungraded.groups())
    assert "data.grade(judge)" in str(ungraded.groups())
    with pytest.raises(RowError):
        groups(5)


def test_both_views_say_the_same_and_mark_the_band():
    found = groups(rows_of({"always": "pppp", "half": "pf.f", "never": "ffff"}))
    html, text = found._repr_mimebundle_()["text/html"], str(found)
    for words in ("1 of 3 asks is mixed; 1 sits in the 20–80 band", "1 ask with lost rollouts (!).", "1/3", "4/4"):
        assert words in html and words in text
    assert "▌   half" in text and "✓ ✗ ! ✗" in text
    assert '<tbody class="wai-inb">' in html


def test_two_thousand_cells_then_it_says_what_is_left_out():
    many = rows_of({f"ask {n}": "ppppffff" if n % 3 else "ffffffff" for n in range(1000)}, k=8)
    began = time.perf_counter()
    html = groups(many)._repr_mimebundle_()["text/html"]
    assert time.perf_counter() - began < 5  # 0.1 s alone
    assert html.count('class="wai-one"') == 250
    assert "250 of 1,000 asks shown" in html
    assert "where rollouts disagree, 250 of 666 shown" in html
    assert len(html.encode()) < 200_000


def test_to_frame_and_copy():
    found = groups(rows_of({"a": "pf", "b": "ff"}, k=2))
    assert list(found.to_frame()["signs"]) == ["ff", "pf"]
    assert str(found.copy()) == str(found)
