"""Running code that nobody trusts: which sandbox this machine allows, and one run in it."""

from wai_nb.grade.sandbox.run import run_tests
from wai_nb.grade.sandbox.tiers import TIERS, Tier, find_tier, find_wasi, tier_named

__all__ = ["TIERS", "Tier", "find_tier", "find_wasi", "run_tests", "tier_named"]
