"""What a notebook's ``parameters`` cell declares, and whether given values fit it."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from typing import Any

from wai_nb.errors import RecipeError, nearest, shown
from wai_nb.recipes.annotations import Parameter, from_annotation, from_default
from wai_nb.recipes.results import to_json

# Words of a name that stand for a secret, and last words that make it harmless (`api_key_env`); convention.
SECRET = re.compile("(apikey|password|secret|credential)s?|key|token|passwd|passphrase|pwd|auth|bearer")
HARMLESS_END = re.compile("env|variable|file|path|name|limit|budget|count")
# The openings of well-known keys: OpenAI and Anthropic, Hugging Face, GitHub, Slack, AWS.
SECRET_VALUE = re.compile(r"^(sk-|hf_|gh[pousr]_|github_pat_|xox[abp]-|AKIA)[A-Za-z0-9_-]{12,}$")


def declared(notebook: Mapping[str, Any]) -> dict[str, Parameter]:
    r"""Return the parameters that the notebook declares, in order.

    A type comes from the annotation, else from the default when that is a literal.

    Raises
    ------
    RecipeError
        When the cell is not plain Python.

    Examples
    --------
    >>> cell = {"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": "k: int = 8\nname = None"}
    >>> list(declared({"cells": [cell]}).values())[0]
    Parameter(name='k', kinds=('int',), nullable=False, choices=(), default='8')
    """
    source = next((cell["source"] for cell in notebook["cells"] if _tagged(cell, "parameters")), "")
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise RecipeError(f"the parameters cell is not plain Python: line {error.lineno}: {error.msg}") from None
    found: dict[str, Parameter] = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = from_annotation(node.target.id, node.annotation, node.value)
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            found.update((name, from_default(name, node.value)) for name in names)
    return found


def checked(given: Mapping[str, Any], parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    """Return the values in the types that the notebook declares, ready to be written into it.

    A text such as ``"12"`` runs as the number that it spells where a number is declared.

    Raises
    ------
    RecipeError
        For an unknown name, a value that does not fit, a value that strict JSON cannot hold, or a
        name or value that looks like a secret.

    Examples
    --------
    >>> checked({"k": "12"}, {"k": Parameter("k", ("int",), nullable=False)})
    {'k': 12}
    """
    for name, value in given.items():
        _refuse_secret(name, value)
        if name not in parameters:
            raise _unknown(name, parameters)
    return {name: _fit(value, parameters[name]) for name, value in given.items()}


def looks_secret(name: str) -> bool:
    """Return whether a parameter's name says that its value is a secret.

    Examples
    --------
    >>> looks_secret("openai_api_key"), looks_secret("max_tokens"), looks_secret("api_key_env")
    (True, False, False)
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace("api_key", "apikey").split("_")
    return not HARMLESS_END.fullmatch(words[-1]) and any(map(SECRET.fullmatch, words))


def _tagged(cell: Mapping[str, Any], tag: str) -> bool:
    return cell["cell_type"] == "code" and tag in cell.get("metadata", {}).get("tags", ())


def _refuse_secret(name: str, value: Any) -> None:
    if looks_secret(name) or (isinstance(value, str) and SECRET_VALUE.match(value)):
        raise RecipeError(
            f"the parameter {name!r} looks like a secret, and papermill writes every parameter into the "
            "notebook that it saves. Set an environment variable and read it in the notebook with os.environ; "
            f"a parameter may name the variable ({name}_env=...)."
        )


def _unknown(name: str, parameters: Mapping[str, Parameter]) -> RecipeError:
    if not parameters:
        return RecipeError(
            f"the notebook declares no parameter {name!r}, nor any other. "
            "Tag the cell that sets its defaults with 'parameters'."
        )
    listed = ", ".join(f"{item.name} = {item.default}" for item in parameters.values())
    hint = nearest(name, parameters)
    return RecipeError(f"the notebook declares no parameter {name!r}. It declares: {listed}.{hint}")


def _fit(value: Any, parameter: Parameter) -> Any:
    plain = to_json(value, f"the parameter {parameter.name!r}")
    if isinstance(value, str) and plain != value:
        raise RecipeError(f"the parameter {parameter.name!r} holds half a character ({shown(value)}). Mend the text.")
    if plain is None:
        if parameter.nullable:
            return None
        raise _misfit(value, parameter)
    if not parameter.kinds:
        return plain
    for kind in parameter.kinds:  # first as it is, so that "12" stays a text under `int | str`
        if _is(plain, kind):
            return _chosen(plain, parameter)
    for kind in parameter.kinds:
        read = _converted(plain, kind)
        if read is not None:
            return _chosen(read, parameter)
    raise _misfit(value, parameter)


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "bool"
    types = {"int": int, "float": float, "str": str, "list": list, "dict": dict}
    return kind in types and isinstance(value, types[kind])


def _converted(value: Any, kind: str) -> Any:
    """Return the value read as `kind`, or None when that would change what it says."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if kind == "bool":
        return {"true": True, "false": False}.get(value.strip().lower()) if isinstance(value, str) else None
    if kind == "int":
        return _whole(value)
    return _number(value) if kind == "float" else None


def _whole(value: int | float | str) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,300}\s*", value):
        return int(value)
    number = _number(value)
    return int(number) if number is not None and number.is_integer() else None


def _number(value: int | float | str) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _chosen(value: Any, parameter: Parameter) -> Any:
    if parameter.choices and not any(value == choice for choice in parameter.choices):
        raise _misfit(value, parameter)
    return value


def _misfit(value: Any, parameter: Parameter) -> RecipeError:
    kinds = [repr(choice) for choice in parameter.choices] or list(parameter.kinds)
    if parameter.nullable and "None" not in kinds:
        kinds.append("None")
    wanted = f"it takes {' or '.join(kinds)} (default {parameter.default})"
    return RecipeError(f"the parameter {parameter.name} = {shown(value)} does not fit: {wanted}.")
