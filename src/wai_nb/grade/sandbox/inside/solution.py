"""The solution's process: load it, get a name, get an attribute, call something."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from wai_nb.grade.sandbox.inside.wire import Ended, Pipe, as_error, decode, encode


class Solution:
    """Answers messages about the solution: load it, get a name, get an attribute, call something."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.module = ModuleType("solution")
        self.kept: list[Any] = []
        self.numbers: dict[int, int] = {}

    def serve(self) -> None:
        """Answer until the tests are through."""
        while True:
            message = self.pipe.receive()
            try:
                reply = {"value": encode(self.answer(message), self.keep)}
            except Ended:
                raise
            except BaseException as error:  # also SystemExit: a solution that exits has failed
                reply = {"raised": type(error).__name__, "exits": not isinstance(error, Exception)}
            self.pipe.send(reply)

    def answer(self, message: dict[str, Any]) -> Any:
        """Do what one message asks for."""
        if message["do"] == "load":
            sys.modules["solution"] = self.module
            for name in ("setup", "solution"):
                exec(compile(message[name], f"<{name}>", "exec"), self.module.__dict__)
            return None
        if message["do"] == "get":
            if message["name"] not in self.module.__dict__:
                raise NameError(message["name"])
            return self.module.__dict__[message["name"]]
        target = self.kept[message["target"]]
        if message["do"] == "attribute":
            return getattr(target, message["name"])
        arguments, named = decode(message["arguments"], self.find)
        return target(*arguments, **named)

    def keep(self, value: Any) -> Any:
        """Hold on to a value that is no plain data, and return its name."""
        number = self.numbers.setdefault(id(value), len(self.kept))
        if number == len(self.kept):
            self.kept.append(value)  # and so its id stays its own
        return {"k": "object", "v": number}

    def find(self, data: Any) -> Any:
        """Return a kept value, or a stand-in for a function of the tests."""
        if data["k"] == "object":
            return self.kept[data["v"]]
        return lambda *arguments: self.call_back(data["v"], arguments)

    def call_back(self, number: int, arguments: tuple[Any, ...]) -> Any:
        """Call a function that the tests passed in."""
        self.pipe.send({"callback": number, "arguments": encode(list(arguments), self.keep)})
        reply = self.pipe.receive()
        if "raised" in reply:
            raise as_error(reply["raised"])
        return decode(reply["value"], self.find)
