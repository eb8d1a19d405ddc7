"""An executed notebook as one HTML file: no script, nothing loaded from outside, light and dark."""

from __future__ import annotations

import base64
import html
import re
from pathlib import Path
from typing import Any

from wai_nb.errors import MissingExtra
from wai_nb.recipes.files import read_notebook, stem, write_text

# Even markup that an output smuggled in can neither run nor load anything.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{css}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


TYPES = {".png": "png", ".jpg": "jpeg", ".gif": "gif"}
PICTURE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<path>[^)\s:]+\.(?:png|jpg|gif))\)")


def html_page(notebook: str | Path, out: str | Path) -> Path:
    """Write an executed notebook as a page of its own and return the page's path.

    The page follows the reader's light or dark setting, runs no script and loads nothing.

    Parameters
    ----------
    notebook : str or Path
        An executed notebook.
    out : str or Path
        The folder for the page, which is named after the notebook.

    Raises
    ------
    MissingExtra
        When nbconvert is not installed.
    RecipeError
        When the notebook cannot be read.
    """
    path = Path(notebook)
    page = Path(out) / f"{stem(path)}.html"
    text = page_text(read_notebook(path), stem(path), path.resolve().parent)
    write_text(text, page)
    return page


def page_text(notebook: Any, name: str = "notebook", folder: Path | None = None) -> str:
    """Return the page of an executed notebook.

    `name` is its title when it has no heading; pictures that its text names are looked for from `folder`.
    """
    try:
        from nbconvert import HTMLExporter
    except ImportError:
        raise MissingExtra('an HTML page needs nbconvert: pip install "wai-nb[lab]"') from None
    options = {"template_name": "basic", "exclude_anchor_links": True, "embed_images": True}
    exporter = HTMLExporter(**options)  # type: ignore[no-untyped-call]
    described = _described(notebook)
    for cell in described["cells"]:
        if folder is not None and cell["cell_type"] == "markdown":
            cell["source"] = PICTURE.sub(lambda found: _embedded(found, folder), cell["source"])
    body, _ = exporter.from_notebook_node(described)
    css = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return PAGE.format(policy=POLICY, title=html.escape(_title(notebook) or name), css=css, body=body.strip())


def _embedded(found: re.Match[str], folder: Path) -> str:
    """Return a picture of the text with its bytes in place of its path; one that is not there stays as it is."""
    path = folder / found["path"]
    if not path.is_file():
        return found[0]
    packed = base64.b64encode(path.read_bytes()).decode()
    return f"![{found['alt']}](data:image/{TYPES[path.suffix]};base64,{packed})"


def _title(notebook: Any) -> str:
    texts = (cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    lines = (line for text in texts for line in text.splitlines())
    return next((line[2:].strip() for line in lines if line.startswith("# ")), "")


def _described(notebook: Any) -> Any:
    """Return a copy whose pictures have an alternative text: their own, else the object's text."""
    from copy import deepcopy

    described = deepcopy(notebook)
    described["metadata"].pop("widgets", None)  # would ask for a library from outside
    for cell in described["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            for kind in (kind for kind in data if kind.startswith("image/")):
                output["metadata"].setdefault(kind, {}).setdefault("alt", data.get("text/plain", "a picture"))
    return described
