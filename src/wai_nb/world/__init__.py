"""What the tools answer: records with a memory, faults that come first, and the world of the rollout being played."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wai_nb.world.current import WorldHandle


class _Room(ModuleType):
    """The folder, callable: ``wai.world(tools)`` is public, and Python hangs this folder under the same name."""

    def __call__(self, tools: Any) -> WorldHandle:
        from wai_nb.world.current import world

        return world(tools)


sys.modules[__name__].__class__ = _Room
