from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from wai_nb.errors import RecipeError
from wai_nb.recipes.index import DOCUMENTED, index_of, read_head, recipe_table

ROOT = Path(__file__).parents[2]
HEAD = "# pass@k\n\n**You learn** what the mean hides.\n\n**It needs** nothing.\n\n**It takes** 4 s."


def test_the_committed_list_is_current():
    current = index_of(ROOT / "recipes")
    assert (ROOT / "recipes" / "README.md").read_text(encoding="utf-8") == current, "run: make notebooks"


def test_nineteen_recipes_in_the_documents_order():
    assert len({path for path, _ in DOCUMENTED}) == 19
    assert next(path for path, _ in DOCUMENTED if path.startswith("02")) == "02-measure/pass-at-k"
    steps = [path[:2] for path, _ in DOCUMENTED]
    assert steps == sorted(steps)


def test_one_line_a_recipe_from_its_first_cell(write, tmp_path):
    write("recipes/02-measure/pass-at-k.ipynb", HEAD, "1")
    write("recipes/02-measure/our-own.ipynb", HEAD.replace("pass@k", "Ours"), "1")
    text = index_of(tmp_path / "recipes")
    assert "- [pass@k](02-measure/pass-at-k.ipynb): what the mean hides. *Needs* nothing; *takes* 4 s.\n" in text
    assert "- [Ours](02-measure/our-own.ipynb)" in text
    assert "| Measure | [`02-measure/pass-at-k`](02-measure/pass-at-k.ipynb) |" in text
    assert text.count("| yes |") == 1 and text.count("| planned |") == 18


def test_an_empty_folder_has_a_list_too(tmp_path):
    assert "None yet." in index_of(tmp_path)
    assert len(recipe_table(tmp_path)) == 21


@pytest.mark.parametrize(
    "text", ["# Title only", HEAD.replace("# ", ""), HEAD.replace("**It takes** 4 s.", "**It takes**")]
)
def test_a_first_cell_that_says_too_little_shows_the_form(text):
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)])
    with pytest.raises(RecipeError, match=r"first cell of x.ipynb.*\*\*It takes\*\*"):
        read_head(nb, "x.ipynb")


def test_a_notebook_without_cells_or_that_begins_with_code_too(build):
    for nb in (build(), build("1")):
        with pytest.raises(RecipeError, match="first cell"):
            read_head(nb)


def test_the_front_page_has_the_table_of_the_documents_recipes():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\n".join(recipe_table(ROOT / "recipes", base="recipes/")) in readme
