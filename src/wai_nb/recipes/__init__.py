"""Notebooks as documentation and as tests: run them over parameters, record results, compare outputs."""

from wai_nb.recipes.reruns import Reruns, rerun
from wai_nb.recipes.results import read_records, record

__all__ = ["Reruns", "read_records", "record", "rerun"]
