from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

from wai_nb.errors import SettingError
from wai_nb.options import set_options
from wai_nb.records.report import Card, Column, Facts, Note, Report, Shown, Styled


class Sized(Report):
    def card(self) -> Card:
        return Card(("Sized",), f"`{self['n']}` asks", blocks=[Facts([("asks", self["n"])])])


class Broken(Report):
    def card(self) -> Card:
        raise KeyError("a secret")


def test_a_report_is_a_dict_that_shows_itself():
    report = Sized(n=12, names=["a"])
    assert report["n"] == 12 and dict(report) == {"n": 12, "names": ["a"]}
    assert repr(report) == "<Sized 12 asks>"
    assert str(report).startswith("Sized\n12 asks\n")
    assert report._repr_mimebundle_()["text/plain"] == str(report)


def test_the_bundle_holds_text_and_html_and_nothing_else():
    assert set(Sized(n=1)._repr_mimebundle_(include=None, exclude=None)) == {"text/plain", "text/html"}
    with set_options(display="text"):
        assert set(Sized(n=1)._repr_mimebundle_()) == {"text/plain"}


@pytest.mark.parametrize("broken", [Broken(), Report()])
def test_a_view_never_raises_and_tells_no_secret(broken):
    name = "KeyError" if isinstance(broken, Broken) else "NotImplementedError"
    said = f"<{type(broken).__name__}, not shown: {name}>"
    assert broken._repr_mimebundle_() == {"text/plain": said}
    assert str(broken) == repr(broken) == said


def test_a_repr_is_one_short_line():
    long = repr(Sized(n="two\nlines \x1b " * 5_000))
    assert len(long) <= 100 and "\n" not in long and "\x1b" not in long and long.endswith("…>")


def test_a_report_pickles_and_copies():
    report = Sized(n=3)
    for other in (pickle.loads(pickle.dumps(report)), copy.copy(report), copy.deepcopy(report), report.copy()):
        assert type(other) is Sized and other == report and str(other) == str(report)


def test_to_frame_is_one_row_of_its_single_values():
    frame = Sized(n=3, rate=0.5, name="x", rows=[1], none=None).to_frame()
    assert frame.to_dict("records") == [{"n": 3, "rate": 0.5, "name": "x", "none": None}]


def test_words_outside_a_list_are_refused_with_the_nearest():
    for make in (lambda: Note("warnings", "x"), lambda: Column("x", "numbers"), lambda: Styled("x", "strongly")):
        with pytest.raises(SettingError, match="Did you mean"):
            make()


def test_importing_reports_loads_neither_show_nor_anything_heavy():
    code = "import sys, wai_nb.records.report; print([m for m in sys.modules if m.startswith(({})])"
    heavy = "'wai_nb.show', 'pandas', 'numpy', 'IPython')"
    done = subprocess.run([sys.executable, "-c", code.format(heavy)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_shown_needs_only_a_card():
    class Line(Shown):
        def card(self) -> Card:
            return Card(("Line",), "one line")

    assert str(Line()) == "Line\none line"


def every_shown():
    import pkgutil
    from importlib import import_module

    import wai_nb

    for module in pkgutil.walk_packages(wai_nb.__path__, "wai_nb."):
        if not module.name.endswith("__main__") and ".inside" not in module.name:
            import_module(module.name)
    found, todo = set(), [Shown]
    while todo:
        kinds = [kind for kind in todo.pop().__subclasses__() if kind.__module__.startswith("wai_nb.")]
        found.update(kinds)
        todo.extend(kinds)
    return sorted(found, key=lambda kind: kind.__name__)


def test_a_cell_shows_the_text_view_of_results_that_are_dicts_or_lists_too():
    """IPython prefers the printer of dict to the bundle, and a subclass's own ``__repr__`` to ``_repr_pretty_``."""
    from IPython.core.formatters import DisplayFormatter

    from wai_nb.measure.passk import pass_at

    found = pass_at([{"prompt": f"ask {i}", "reward": i % 2} for i in range(6)])
    assert DisplayFormatter().format(found)[0]["text/plain"] == str(found)
    results = [kind for kind in every_shown() if issubclass(kind, (dict, list))]
    assert len(results) > 10
    assert [kind.__name__ for kind in results if "__repr__" in vars(kind)] == []
