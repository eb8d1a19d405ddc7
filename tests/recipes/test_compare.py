from __future__ import annotations

import copy
import tempfile

import nbformat
import pytest

from wai_nb.recipes.compare import agrees, check_outputs, compare
from wai_nb.recipes.results import RECORD_MIME


def display(**data):
    return nbformat.v4.new_output("display_data", data={kind.replace("__", "/"): text for kind, text in data.items()})


def stream(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


def kept(name, value):
    return nbformat.v4.new_output(
        "display_data", data={RECORD_MIME: {"name": name, "value": value}, "text/plain": f"{name} = {value}"}
    )


def with_outputs(build, *outputs):
    nb = build("x")
    nb.cells[0].outputs = copy.deepcopy(list(outputs))
    return nb


def test_equal_runs_do_not_differ_whatever_the_noise(build):
    now, before = with_outputs(build, stream("a 0x7f3a1b2c3d4e")), with_outputs(build, stream("a 0x7f0000000000"))
    now.metadata.papermill = {"duration": 3}
    assert compare(now, before) == []


def test_a_changed_text_is_shown_as_a_diff(build):
    (found,) = compare(with_outputs(build, stream("one\ntwo\n")), with_outputs(build, stream("one\n2\n")))
    assert found.splitlines()[0] == "cell 1, output 1 (stdout) differs:"
    assert "  -2" in found and "  +two" in found


def test_html_is_compared_without_styles_and_picture_bytes(build):
    now = display(text__html="<style>p {color: red}</style><p>64 rows</p><img src='data:image/png;base64,AAA'>")
    same = display(text__html="<style>p {}</style><p>64 rows</p><img src='data:image/png;base64,BBB'>")
    other = display(text__html="<style>p {}</style><p>63 rows</p><img src='data:image/png;base64,BBB'>")
    assert compare(with_outputs(build, now), with_outputs(build, same)) == []
    assert "-<p>63 rows</p>" in compare(with_outputs(build, now), with_outputs(build, other))[0]


def test_of_pictures_only_the_alternative_text_counts(build):
    def picture(data, alt):
        output = display(image__png=data, text__plain="<Figure>")
        output.metadata["image/png"] = {"alt": alt}
        return with_outputs(build, output)

    assert compare(picture("AAAA", "rising"), picture("BBBB", "rising")) == []
    assert compare(picture("AAAA", "rising"), picture("AAAA", "falling"))


def test_missing_and_other_outputs_are_named(build):
    (found,) = compare(with_outputs(build), with_outputs(build, stream("a")))
    assert "other kinds of output" in found
    assert compare(with_outputs(build, display(text__plain="a")), with_outputs(build, stream("a")))


def test_changed_sources_are_said_first(build):
    assert "sources of the cells differ" in compare(build("a", "b"), build("a", "c"))[0]


def test_records_are_compared_as_values(build):
    old = with_outputs(build, kept("rows", 64), kept("rate", {"value": 0.6, "low": 0.5, "high": 0.7}), kept("gone", 1))
    new = with_outputs(build, kept("rows", 65), kept("rate", {"value": 0.66, "low": 0.6, "high": 0.8}), kept("new", 1))
    assert compare(new, old) == [
        "record 'rows' differs: committed 64, now 65",
        "record 'gone' is gone; committed: 1",
        "record 'new' is new: 1",
    ]


@pytest.mark.parametrize(
    ("new", "old", "same"),
    [
        (64, 64, True), (64, 64.0, False), (0.3, 0.1 + 0.2, True), (0.3, 0.301, False), ("a", "a", True),
        (None, None, True), (True, 1, False), ([1, 2], [1, 2], True), ([1, 2], [1], False), ({"a": 1}, {"a": 2}, False),
        ({"value": 1, "low": 0, "high": 2}, {"value": 5, "low": 3, "high": 6}, False),
        ({"value": 1, "low": 0, "high": 2, "n": 8}, {"value": 1, "low": 0, "high": 2, "n": 9}, False),
    ],
)  # fmt: skip
def test_what_agrees(new, old, same):
    assert agrees(new, old) is same


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        (nbformat.v4.new_output("error", ename="ValueError", evalue="no", traceback=[]), "the error ValueError: no"),
        (stream("UserWarning: old", "stderr"), "a warning: UserWarning: old"),
        (display(text__html="<SCRIPT>x</SCRIPT>"), "a script in text/html"),
        (display(text__html="<a href='javascript:x'>"), "a script in text/html"),
        (display(application__javascript="x()"), "a script in application/javascript"),
        (
            display(text__html='<img src="https://cdn.site/x.png">'),
            "the outside address https://cdn.site/x.png in text/html",
        ),
        (stream("see http://site.org/a"), "the outside address http://site.org/a in stdout"),
        (stream("in /home/ada/rows.jsonl"), "a folder of this machine, /home/ada, in stdout"),
        (stream("in C:\\Users\\ada\\x"), "a folder of this machine, C:\\Users\\ada, in stdout"),
    ],
)
def test_what_may_not_be_committed(build, output, problem):
    assert check_outputs(with_outputs(build, output)) == [f"cell 1: {problem}"]


def test_two_records_of_one_name(build):
    (problem,) = check_outputs(with_outputs(build, kept("rows", 1), kept("rows", 2)))
    assert "records 'rows' twice" in problem


def test_a_scratch_folder_is_a_folder_of_this_machine(build):
    assert check_outputs(with_outputs(build, stream(f"in {tempfile.gettempdir()}/x")))


@pytest.mark.parametrize(
    "output",
    [
        stream("served on http://127.0.0.1:8080 and http://localhost/"),
        stream("write to https://shop.example/refund or https://example.com/a"),
        display(text__html='<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
        display(text__html="&lt;script&gt;"),
        display(text__plain="the ask was '<script>alert(1)</script>'"),
    ],
)
def test_what_may(build, output):
    assert check_outputs(with_outputs(build, output)) == []


def test_what_a_cell_announces_by_tag_is_allowed(build):
    nb = with_outputs(build, stream("w", "stderr"), nbformat.v4.new_output("error", ename="E", evalue="", traceback=[]))
    nb.cells[0].metadata["tags"] = ["raises-exception", "warns"]
    assert check_outputs(nb) == []
