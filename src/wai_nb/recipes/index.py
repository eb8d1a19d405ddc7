"""The list of recipes: what each shows, needs and takes, read from the notebooks themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from wai_nb.errors import RecipeError
from wai_nb.recipes.files import find_notebooks, read_notebook

HEADS = ("You learn", "It needs", "It takes")


class Documented(NamedTuple):
    """A recipe that the documents name, in our own words."""

    path: str
    shows: str


# The recipes that the documents ("What to run", Examples) name, in their order.
DOCUMENTED = (
    Documented("01-simulate/bring-your-own-agent", "any callable as the agent, and how its faults are reported"),
    Documented("01-simulate/agent-behavior", "a coding agent's habits against real tests, sent as traces"),
    Documented("01-simulate/verifiers", "rewards decided by code: maths, format, hidden tests, a schema"),
    Documented("02-measure/pass-at-k", "pass@1, pass^k and pass@k with intervals, and what to do next"),
    Documented("02-measure/eval-your-agent", "a policy as the judge, a table by policy branch, a gate for CI"),
    Documented("02-measure/is-your-eval-any-good", "planted defects that a sound eval must catch"),
    Documented("02-measure/reward-hacking", "a cheated reward caught before, during and after training"),
    Documented("02-measure/safety-evals", "injection, leaks and forbidden writes, with controls for over-refusal"),
    Documented("02-measure/safety-evals-marketplace", "the same for a marketplace with tenants and public posts"),
    Documented("03-select/schema", "one file of rows into six training targets"),
    Documented("03-select/prime-intellect-rl", "whether a data set has gradient, before it costs GPU time"),
    Documented("03-select/character", "a small constitution into graded rows, pairs and SFT rows"),
    Documented("04-train/hosted-loop", "push rows, train, serve, ask the endpoint"),
    Documented("04-train/identity", "teaching a model a new name without leaks"),
    Documented("04-train/grpo", "GRPO on a reward that code decides, watched for hacking"),
    Documented("04-train/dpo", "preference pairs from the policy itself, in rounds"),
    Documented("04-train/text-to-sql", "hill-climbing on a schema with executed SQL as the reward"),
    Documented("04-train/resist-planted-instruction", "a rubric decided by code, promoted on evidence, with a control"),
    Documented("05-export/hugging-face", "rows and adapters to a Hub repository and back"),
)


class Head(NamedTuple):
    """What a recipe's first cell says."""

    title: str
    learn: str
    needs: str
    takes: str


def read_head(notebook: Any, name: str = "the notebook") -> Head:
    r"""Return the first cell's title and its three lines.

    The first cell is markdown: a line ``# Title``, then three that begin ``**You learn**``,
    ``**It needs**`` and ``**It takes**``.

    Raises
    ------
    RecipeError
        When one of them is missing; the message shows the form.

    Examples
    --------
    >>> text = "# pass@k\n\n**You learn** what it hides.\n\n**It needs** nothing.\n\n**It takes** 4 s."
    >>> read_head({"cells": [{"cell_type": "markdown", "source": text}]}).takes
    '4 s.'
    """
    first = notebook["cells"][0] if notebook["cells"] else {"cell_type": "none", "source": ""}
    lines = first["source"].splitlines() if first["cell_type"] == "markdown" else []
    parts = [_after(lines, "# "), *(_after(lines, f"**{head}**") for head in HEADS)]
    if not all(parts):
        form = "\\n".join(["# Title", *(f"**{head}** ..." for head in HEADS)])
        raise RecipeError(f"the first cell of {name} must be markdown of the form {form!r}")
    return Head(*parts)


def index_of(folder: str | Path) -> str:
    """Return the text of the folder's README: one line a recipe, then the documents' list.

    Parameters
    ----------
    folder : str or Path
        The folder ``recipes/``, with notebooks as ``NN-step/name.ipynb``.

    Raises
    ------
    RecipeError
        When a notebook's first cell does not say what it shows, needs and takes.
    """
    root = Path(folder)
    here = [path.relative_to(root).as_posix() for path in find_notebooks([root])]
    lines = ["# Recipes", "", "<!-- Made by `python -m wai_nb recipes readme` from the notebooks' first cells. -->", ""]
    lines += ["Each recipe is a notebook that runs by itself and proves what it says with asserts."]
    if (root.parent / "notebooks" / "01-quickstart.ipynb").exists():
        lines += ["New here? Start with [the quickstart](../notebooks/01-quickstart.ipynb)."]
    lines += ["", "## Ready to run", "", *(_ready(root, here) or ["None yet."])]
    lines += ["", "## The recipes of the documents", "", *recipe_table(root)]
    return "\n".join(lines) + "\n"


def recipe_table(folder: str | Path, base: str = "") -> list[str]:
    """Return the documents' recipes as lines of a markdown table that says which exist in the folder.

    Parameters
    ----------
    folder : str or Path
        The folder ``recipes/``.
    base : str
        What its links begin with, for a page that lies elsewhere: ``"recipes/"`` on the front page.

    Examples
    --------
    >>> print(recipe_table("no-such-folder")[5])
    | Measure | `02-measure/pass-at-k` | pass@1, pass^k and pass@k with intervals, and what to do next | planned |
    """
    lines = ["| Step | Recipe | What it shows | Here |", "| --- | --- | --- | --- |"]
    for path, shows in DOCUMENTED:
        exists = (Path(folder) / f"{path}.ipynb").exists()
        name = f"[`{path}`]({base}{path}.ipynb)" if exists else f"`{path}`"
        lines.append(f"| {_step(path)} | {name} | {shows} | {'yes' if exists else 'planned'} |")
    return lines


def _ready(root: Path, names: list[str]) -> list[str]:
    return [_line(name, read_head(read_notebook(root / name), name)) for name in names]


def _line(name: str, head: Head) -> str:
    learn, needs, takes = (part.rstrip(".") for part in head[1:])
    return f"- [{head.title}]({name}): {learn}. *Needs* {needs}; *takes* {takes}."


def _step(path: str) -> str:
    word = path.split("/")[0].split("-", 1)[1].capitalize()
    return "Simulate and grade" if word == "Simulate" else word  # the documents' name of the step


def _after(lines: list[str], opening: str) -> str:
    return next((line.strip()[len(opening) :].strip() for line in lines if line.strip().startswith(opening)), "")
