"""What a run is asked to do: every dial with its meaning, its range and its default."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral
from os import W_OK, PathLike, access, path
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wai_nb.errors import ArgumentError, SettingError, nearest, one_of, shown
from wai_nb.plan.situations import DEFAULT_FAULT_RATE, DEFAULT_HARD_SHARE

Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
# One shape for every mode: phrasings n and repeats k. n and k of sft and k of rl follow the documents' ideas
# ("multiple phrasings", "up to k repeats", k=8 in recommend); the numbers for sft and adaptive are a convention.
SHAPES = {"explore": (1, 1), "sft": (3, 4), "rl": (1, 8), "adaptive": (2, 2)}
ALIASES = {
    "policy": "system_prompt",
    "requests_per_situation": "phrasings",
    "rollouts_per_request": "repeats",
    "unique": "unique_situations",
}


class Settings(BaseModel):
    """The dials of one run, checked before anything is spent."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)

    # the agent and what surrounds it
    tools: Any = Field(None, description="a list of functions, Tools or schema dicts")
    system_prompt: str = Field("", description="the agent's policy, a text (alias policy)")
    execute: Callable[..., Any] | None = Field(
        None, description="a function (tool, arguments) -> result, or wai.call_tools to run the tools' own bodies"
    )
    sampling: dict[str, Any] | None = Field(None, description="a dict that the rows record as given")

    # how much
    mode: Literal["explore", "sft", "rl", "adaptive"] = Field("explore", description="one of the four modes")
    budget: Count = Field(1000, description="a whole number of rows, 1 or more")
    situations: Count | None = Field(None, description="a whole number of situations, 1 or more")
    phrasings: Count | None = Field(None, description="a whole number of wordings a situation, 1 or more")
    repeats: Count | None = Field(None, description="a whole number of rollouts an ask, 1 or more")
    repeat_policy: Literal["fixed", "successive"] | None = Field(None, description="'fixed' or 'successive'")
    unique_situations: bool = Field(False, description="True or False: one wording, one rollout a situation")
    until: Literal["compute", "saturation"] = Field("compute", description="'compute' or 'saturation'")

    runs: Count = Field(1, description="a whole number of runs of the same tasks, 1 or more")
    time_budget: Annotated[float, Field(allow_inf_nan=False)] | None = Field(
        None, description="a number of seconds; None, 0 or less is no limit"
    )

    # what situations
    seeds: list[str] | None = Field(None, description="a list of opening asks, each a text")
    tasks: Any = Field(None, description="a run, its rows, or the path of its JSONL file")
    seed: int = Field(0, description="a whole number")
    hard_share: Share = Field(DEFAULT_HARD_SHARE, description="a share between 0 and 1")
    fault_rate: Share = Field(DEFAULT_FAULT_RATE, description="a share between 0 and 1")
    dimensions: dict[str, Any] | None = Field(None, description="a dict of axis -> list of its values")
    result_shapes: dict[str, Any] | None = Field(
        None, description="a dict of tool -> example of its result, or a JSON schema"
    )
    simulator: Any = Field(None, description="None (the configured model, else offline), 'hosted', or False (offline)")

    # what is said of the rows
    grade: bool | Literal["conduct"] = Field(False, description="False, 'conduct', or True for a model as the judge")
    grader: Any = Field(None, description="a judge: a function row -> 0 or 1, called beside the rollouts as they land")
    advanced: dict[str, Any] | None = Field(None, description="a dict of the documents' advanced keys")

    # how it runs
    concurrency: Count = Field(32, description="a whole number of rollouts at once, 1 or more")
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)] = Field(
        300.0, description="a number of seconds above 0 that one call may take"
    )
    reproducible: bool | None = Field(
        None, description="True, False or None; a seeded run comes out the same either way, unless a clock ends it"
    )
    on_progress: Callable[[dict[str, Any]], Any] | None = Field(
        None, description="a function that takes one dict of counts"
    )
    checkpoint: str | PathLike[str] | None = Field(None, description="a path that every row is appended to as it lands")
    output: str | PathLike[str] | None = Field(None, description="a path that the rows are saved to at the end")

    @property
    def clock(self) -> float | None:
        """Seconds that the run may take, or None."""
        return self.time_budget if self.time_budget and self.time_budget > 0 else None

    @property
    def shape(self) -> tuple[int, int]:
        """Wordings a situation, and rollouts an ask."""
        n, k = (1, 1) if self.unique_situations else SHAPES[self.mode]
        return self.phrasings or n, self.repeats or k


def read_settings(options: dict[str, Any]) -> Settings:
    """Return the settings of a run, with aliases resolved.

    Raises
    ------
    ArgumentError
        For a name that nobody knows (with the nearest one), or a value of the wrong type.
    SettingError
        For a value outside its range, and for two names of one dial with different values.
    """
    chosen = _without_aliases(options)
    _check_names(chosen)
    given = {name: value for name, value in chosen.items() if value is not None or _takes_none(name)}
    given = {name: _plain(value) for name, value in given.items()}
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise _explained(error, given) from None
    _check_simulator(settings.simulator)
    _check_together(settings)
    return settings


def _plain(value: Any) -> Any:
    """Return a number of numpy's as Python's own, and a tuple as a list."""
    if isinstance(value, Integral) and not isinstance(value, int):
        return int(value)
    return list(value) if isinstance(value, tuple) else value


def _without_aliases(options: dict[str, Any]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        target = ALIASES.get(name, name)
        if target in chosen and value is not None and chosen[target] not in (None, value):
            other = next(n for n in options if n != name and ALIASES.get(n, n) == target)
            raise SettingError(f"{other}={shown(chosen[target])} and {name}={shown(value)} are one dial: give one.")
        chosen[target] = value if value is not None else chosen.get(target)
    return chosen


def _check_names(chosen: dict[str, Any]) -> None:
    for name in chosen:
        if name not in Settings.model_fields:
            known = [*Settings.model_fields, *ALIASES]
            raise ArgumentError(
                f"simulate() has no argument {name!r}.{nearest(name, known)} It takes: {', '.join(sorted(known))}."
            )


def _takes_none(name: str) -> bool:
    return Settings.model_fields[name].default is None


def _explained(error: ValidationError, given: dict[str, Any]) -> SettingError | ArgumentError:
    """Turn pydantic's finding into one sentence: what was given, what is allowed."""
    found = error.errors(include_url=False)[0]
    name = str(found["loc"][0])
    value = given[name]
    if found["type"] == "literal_error" and isinstance(value, str):
        return one_of(name, value, _words(name))
    text = f"{name}={shown(value)} is not allowed. {name} is {Settings.model_fields[name].description}."
    wrong_type = found["type"].endswith("_type") and not isinstance(value, (int, float, str))
    return ArgumentError(text) if wrong_type else SettingError(text)


def _check_together(settings: Settings) -> None:
    if settings.tasks is not None and settings.seeds:
        raise SettingError("tasks= replays asks and seeds= opens new ones: give one of them.")
    for text in settings.seeds or ():
        if not text.strip():
            raise SettingError(f"seeds={shown(settings.seeds)} is not allowed. Each seed is a text that somebody asks.")
    if settings.output is not None:
        _check_output(Path(settings.output), settings.checkpoint)


def _check_output(output: Path, checkpoint: str | PathLike[str] | None) -> None:
    """Refuse before the run what would fail at its end."""
    folder = next((parent for parent in output.parents if parent.exists()), output.parent)
    if output.is_dir() or not folder.is_dir() or not access(folder, W_OK):
        raise SettingError(
            f"output={str(output)!r} cannot be written. "
            "Give the path of a file in a folder that you may write to, for example 'rows.jsonl'."
        )
    if checkpoint is not None and path.abspath(output) == path.abspath(checkpoint):
        raise SettingError(
            f"output={str(output)!r} is the checkpoint too, and would replace it at the end of the run. "
            "Give two paths, or checkpoint= alone: it holds every row as well."
        )


def _words(name: str) -> list[str]:
    """Return the allowed words of a Literal field, also of an optional one."""
    annotation = Settings.model_fields[name].annotation
    inner = [part for member in get_args(annotation) for part in get_args(member)] or get_args(annotation)
    return [word for word in inner if isinstance(word, str)]


def _check_simulator(simulator: object) -> None:
    if simulator is None or simulator is False:
        return
    if simulator == "hosted":
        raise SettingError(
            "simulator='hosted' needs a configured model, and none is configured. "
            "Nothing was spent. Use simulator=False for the offline writer."
        )
    raise (
        one_of("simulator", simulator, ["hosted"])
        if isinstance(simulator, str)
        else ArgumentError(
            f"simulator={shown(simulator)} is not allowed. simulator is "
            f"{Settings.model_fields['simulator'].description}."
        )
    )
