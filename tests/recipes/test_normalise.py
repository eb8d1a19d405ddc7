from __future__ import annotations

import copy
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest

from wai_nb.recipes.files import notebook_text
from wai_nb.recipes.normalise import normalise


def stream(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


def test_noise_goes_and_the_input_stays_as_it_was(build):
    nb = build("1", "# Words", "2", parameters="seed: int = 0")
    nb.metadata.update(papermill={"start_time": "now"}, widgets={"state": {}}, title="kept")
    nb.metadata.update(kernelspec={"name": "other", "display_name": "X"}, language_info={"version": "3.11.7"})
    for number, cell in enumerate(nb.cells):
        cell.metadata.update(papermill={"duration": 1}, execution={"iopub.status.idle": "now"})
        if cell.cell_type == "code":
            cell.execution_count = number + 40
    before = copy.deepcopy(nb)
    tidy = normalise(nb)
    assert nb == before
    assert sorted(tidy.metadata) == ["kernelspec", "language_info", "title"]
    assert tidy.metadata.kernelspec["name"] == "python3" and tidy.metadata.language_info == {"name": "python"}
    assert [cell.metadata for cell in tidy.cells] == [{"tags": ["parameters"]}, {}, {}, {}]
    assert [cell.get("execution_count") for cell in tidy.cells] == [1, 2, None, 3]
    nbformat.validate(tidy)


def test_ids_come_from_position_and_source(build):
    one, two = normalise(build("a", "a", "b")), normalise(build("a", "a", "c"))
    assert [cell.id for cell in one.cells][:2] == [cell.id for cell in two.cells][:2]
    assert len({cell.id for cell in one.cells}) == 3
    assert one.cells[2].id != two.cells[2].id


def test_cells_that_papermill_adds_go(build):
    nb = build("1", parameters="k = 1")
    added = nbformat.v4.new_code_cell("k = 2", metadata={"tags": ["injected-parameters"]})
    nb.cells.insert(1, added)
    assert [cell.source for cell in normalise(nb).cells] == ["k = 1", "1"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("<Thing at 0x7f3a1b2c3d4e>", "<Thing at 0x…>"),
        (f"{tempfile.gettempdir()}/tmpa8x_1k2z/rows.jsonl", "{tmp}/…/rows.jsonl"),
        (f"{tempfile.gettempdir()}/ipykernel_812/3912.py:3: UserWarning", "{cell}:3: UserWarning"),
        (f"File {sys.prefix}/lib/x.py", "File {python}/lib/x.py"),
        (f"saved to {Path.home()}/rows", "saved to {home}/rows"),
        ("a/tmp/b and 0x1f and 12/11", "a/tmp/b and 0x1f and 12/11"),
        ("P-0xAB is fine", "P-0xAB is fine"),
    ],
)
def test_addresses_and_folders_of_this_machine(build, text, clean):
    nb = build("1")
    nb.cells[0].outputs = [
        stream(text),
        nbformat.v4.new_output("display_data", data={"text/plain": text, "application/json": {"a": [text]}}),
    ]
    outputs = normalise(nb).cells[0].outputs
    assert outputs[0].text == clean
    assert outputs[1].data == {"text/plain": clean, "application/json": {"a": [clean]}}


def test_streams_are_merged_only_with_their_neighbours(build):
    nb = build("1")
    nb.cells[0].outputs = [stream("a"), stream("b"), stream("!", "stderr"), stream("c")]
    assert [(o.name, o.text) for o in normalise(nb).cells[0].outputs] == [
        ("stdout", "ab"),
        ("stderr", "!"),
        ("stdout", "c"),
    ]


def test_views_of_widgets_go_and_their_words_stay(build):
    nb = build("1")
    data = {
        "application/vnd.jupyter.widget-view+json": {"model_id": "ab12"},
        "text/plain": "a bar",
        "image/png": "aGk=",
    }
    nb.cells[0].outputs = [nbformat.v4.new_output("display_data", data=data)]
    assert normalise(nb).cells[0].outputs[0].data == {"text/plain": "a bar", "image/png": "aGk="}


def test_normalising_twice_changes_nothing_more(build):
    nb = build("1", parameters="k = 1")
    nb.cells[1].outputs = [stream(f"{tempfile.gettempdir()}/tmpabcdefgh/x 0x7f3a1b2c3d4e")]
    once = normalise(nb)
    assert notebook_text(normalise(once)) == notebook_text(once)
