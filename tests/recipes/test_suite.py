from __future__ import annotations

import pytest

from wai_nb.__main__ import main
from wai_nb.recipes import read_records
from wai_nb.recipes.files import find_notebooks, notebook_text, read_notebook
from wai_nb.recipes.suite import check, demo, refresh

RECORD = "from wai_nb.recipes import record\nrecord('rate', {'value': 0.61, 'low': 0.54, 'high': 0.68});"
WORDS = "print('64 rows')"


@pytest.mark.notebook
@pytest.mark.timeout(120)
def test_run_writes_outputs_check_finds_them_and_a_second_run_changes_nothing(write, tmp_path, monkeypatch, capsys):
    path = write("notebooks/01-a.ipynb", "# Title", WORDS, RECORD, "object()", parameters="seed: int = 0")
    assert check(path)  # no outputs are committed yet
    monkeypatch.chdir(tmp_path)
    assert main(["recipes", "run"]) == 0
    assert "notebooks/01-a.ipynb: refreshed" in capsys.readouterr().out
    text = path.read_text()
    assert "64 rows" in text and "0x…" in text and "papermill" not in text and str(tmp_path) not in text
    assert read_records(path)["rate"]["value"] == 0.61
    assert main(["recipes", "check"]) == 0 and main(["recipes", "run", "notebooks"]) == 0
    assert "unchanged" in capsys.readouterr().out
    assert path.read_text() == text == notebook_text(read_notebook(path))

    path.write_text(text.replace('"64 rows\\n"', '"63 rows\\n"'))
    assert main(["recipes", "check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "-63 rows" in out and "+64 rows" in out and "cell 3, output 1 (stdout) differs" in out


@pytest.mark.notebook
@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("assert 0.4 > 0.6, 'under the floor'", "AssertionError: under the floor"),
        ("import warnings; warnings.warn('old')", "a warning: "),
        ("print('https://cdn.site/a.js')", "outside address"),
    ],
)
def test_what_may_not_be_committed_fails_and_leaves_the_file(write, capsys, source, words):
    path = write("bad.ipynb", source)
    before = path.read_bytes()
    assert main(["recipes", "run", str(path)]) == 1
    assert words in capsys.readouterr().out
    assert path.read_bytes() == before


@pytest.mark.notebook
@pytest.mark.timeout(120)
def test_pictures_whose_bytes_alone_changed_are_left(write):
    plot = "from IPython.display import Image, display\nimport base64, os\n"
    plot += "display(Image(base64.b64decode(b'iVBORw0KGgo=') + os.urandom(9), format='png', alt='rising'))"
    path = write("picture.ipynb", plot)
    assert refresh(path) == ("refreshed", [])
    before = path.read_bytes()
    assert b"rising" in before
    assert refresh(path) == ("unchanged", []) and path.read_bytes() == before


@pytest.mark.notebook
@pytest.mark.timeout(120)
def test_demo_shows_the_figure_and_where_to_look(write, tmp_path, capsys):
    path = write("01-quickstart.ipynb", "# Quick", "open('rows.jsonl', 'w').close()", RECORD)
    assert main(["recipes", "demo", str(path), "--out", str(tmp_path / "out")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "rate: 0.61 [0.54..0.68]"
    assert lines[-2].endswith("out/01-quickstart.html") and lines[-1].endswith("out/01-quickstart.ipynb")
    assert {file.name for file in (tmp_path / "out").iterdir()} >= {
        "01-quickstart.html",
        "01-quickstart.ipynb",
        "rows.jsonl",
    }
    failing = write("02.ipynb", "assert False, 'floor'")
    lines, failed = demo(failing, tmp_path / "out")
    assert failed and "AssertionError: floor" in lines[0]


def test_a_wrong_request_ends_with_2_and_says_why(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["gate", "rows.jsonl"]) == 2 and "rows.jsonl" in capsys.readouterr().err
    assert main(["recipes", "demo"]) == 2 and "no notebook at" in capsys.readouterr().err
    assert main(["recipes", "run", "nowhere"]) == 2 and "no notebook or folder at 'nowhere'" in capsys.readouterr().err
    assert main(["recipes", "html", "nowhere.ipynb"]) == 2
    assert main(["recipes", "run"]) == 0 and "no notebooks" in capsys.readouterr().out


def test_the_list_of_recipes_is_written_and_checked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "recipes").mkdir()
    assert main(["recipes", "readme", "--check"]) == 1 and "Fix:" in capsys.readouterr().out
    assert main(["recipes", "readme"]) == 0 and main(["recipes", "readme", "--check"]) == 0


def test_hidden_folders_are_not_searched(write, tmp_path):
    write(".ipynb_checkpoints/a.ipynb", "1")
    seen = write("b.ipynb", "1")
    assert find_notebooks([tmp_path, seen]) == [seen]
