"""Pictures: matplotlib Axes that a notebook shows, with an alternative text, and nothing in pyplot's hands."""

from __future__ import annotations

import base64
import sys

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.measure.test_groups import rows_of
from tests.show.corpus import HOSTILE

import wai_nb as wai
from wai_nb.errors import SettingError
from wai_nb.records.report import Bars, Heat, Interval, Strip, Table
from wai_nb.show.figures import picture

PNG = b"\x89PNG"


@pytest.fixture
def scored():
    grid = {"stance": "hurried", "tool_condition": "timeout", "tool": "get_order", "world_state": "missing"}
    asks = {"always": "pppp", "half": "pfpf", "never": "ffff", "most": "pppf"}
    rows = rows_of(asks, scenario_dimensions=grid)
    for row in rows[:4]:
        row["scenario_dimensions"] = {**grid, "world_state": "duplicate"}
    return wai.ScoredData(rows)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("pass_at", "rates", "Pass rate, ask by ask: 0.00 1; 0.25 0; 0.50 1; 0.75 1; 1.00 1"),
        ("pass_at", "intervals", "pass@1 0.56 ["),
        ("groups", "strip", "1 never pass, 2 in the 20–80 band, 1 always pass"),
        ("run", "coverage", "asks per stance × tool_condition: hurried 4"),
        ("run", "tools", "asks per tool × world_state: get_order 4"),
        ("report", "coverage", "stance × tool_condition"),
        ("selection", "reasons", "kept 8; dropped: always passes 4; dropped: never passes 4"),
        ("plan", "rates", "0.20 4,000; 0.35 2,288; 0.50 1,600; 0.65 1,232"),
    ],
)
def test_each_report_has_its_picture(scored, name, kind, words):
    thing = {
        "pass_at": lambda: scored.pass_at,
        "groups": scored.groups,
        "run": lambda: scored,
        "report": scored.report,
        "selection": lambda: scored.select("rl"),
        "plan": lambda: wai.recommend(policy="Help.", mode="rl"),
    }[name]()
    ax = thing.plot(kind)
    assert isinstance(ax, Axes)
    data, metadata = ax._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(PNG)
    assert words in metadata["image/png"]["alt"] == data["text/plain"]
    assert len(data["image/png"]) < 200_000


def test_the_default_is_the_first_and_an_unknown_one_is_refused(scored):
    assert scored.pass_at.plot().alt.startswith("Pass rate")
    with pytest.raises(SettingError, match="intervals"):
        scored.pass_at.plot("interval")
    with pytest.raises(SettingError, match="nothing to draw"):
        wai.SimulationData([]).plot()


def test_axes_of_ones_own_are_drawn_into(scored):
    one, two = Figure().subplots(1, 2)
    assert scored.pass_at.plot(ax=one) is one
    assert scored.pass_at.plot("intervals", ax=two) is two


def test_pyplot_is_left_alone(scored):
    scored.pass_at.plot()._repr_mimebundle_()
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or pyplot.get_fignums() == []


def test_two_pictures_of_one_report_are_the_same_bytes(scored):
    assert scored.plot()._repr_mimebundle_() == scored.plot()._repr_mimebundle_()


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("name", ["maths", "control", "bidi", "surrogates", "lines", "script", "unbroken"])
def test_hostile_names_are_drawn_as_text(name):
    text = HOSTILE[name]
    blocks = [
        Bars(text, [(text, 0.5, text)], heads=(text, text)),
        Heat(text, text, text, [text], [text], [[0]]),
        Strip(text, [(1, 1)], 2, [(text, 0, 1, True)]),
        Table(text, ["a"], [(text, Interval(0.5, 0.4, 0.6))]),
    ]
    for block in blocks:
        data, _ = picture({"it": block})._repr_mimebundle_()
        assert base64.b64decode(data["image/png"]).startswith(PNG)


def test_nothing_to_draw_is_drawn_as_nothing():
    for block in (Bars("none", []), Heat("none", "r", "c", [], [], []), Strip("none", [], 0), Table("none", [], [])):
        assert picture({"it": block})._repr_mimebundle_()[0]["image/png"]
