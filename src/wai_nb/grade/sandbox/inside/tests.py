"""The process of the tests: what they use of the solution is asked of the other process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from wai_nb.grade.sandbox.inside.wire import Ended, Pipe, Raised, as_error, decode, encode

ASKED = "len getitem setitem delitem neg enter int float index".split()
BETWEEN = "add sub mul truediv floordiv mod pow matmul".split()  # only between two objects of the solution's


class Unclear(BaseException):
    """A name that may mean the solution's or a standard module; whoever wrote the tests must say which."""


class Remote:
    """Something of the solution's that is no plain data: a function, a class, an object. Equal only to itself."""

    def __init__(self, link: Link, number: int) -> None:
        object.__setattr__(self, "_link", link)
        object.__setattr__(self, "_number", number)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call it where it lives."""
        return self._link.ask({"do": "call", "target": self._number, "arguments": self._link.pack([arguments, named])})

    def __getattr__(self, name: str) -> Any:
        return self._link.ask({"do": "attribute", "target": self._number, "name": name})

    def __setattr__(self, name: str, value: Any) -> None:
        self.__getattr__("__setattr__")(name, value)

    def __iter__(self) -> Any:
        iterator = self.__getattr__("__iter__")()
        if not isinstance(iterator, Remote):
            return iter(iterator)
        return iterator if iterator._number == self._number else iter(iterator)

    def __next__(self) -> Any:
        try:
            return self.__getattr__("__next__")()
        except Raised as error:
            if str(error) == "StopIteration":
                raise StopIteration from None
            raise

    def __exit__(self, *error: object) -> None:
        """Leave, without a say in what becomes of a failed assertion."""
        self.__getattr__("__exit__")(None, None, None)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Remote) and other._number == self._number
        self._link.compared = self._link.compared or not same
        return same

    def __hash__(self) -> int:
        return hash(self._number)

    def __bool__(self) -> bool:
        try:
            return bool(self.__getattr__("__bool__")())
        except AttributeError:
            pass
        try:
            return bool(self.__len__())
        except TypeError:
            return True

    def __str__(self) -> str:
        return str(self.__getattr__("__str__")())

    def __repr__(self) -> str:
        return str(self.__getattr__("__repr__")())


def forward(name: str, *, between: bool = False) -> Callable[..., Any]:
    """Return a method that asks the solution's object for its own.

    An operator would hand the other operand to the solution: in ``abs(f(2) - 1.41) < 1e-6`` that is the expected value,
    and an object could answer 0 to it. So operators work between two objects of the solution's only.
    """

    def method(self: Remote, *arguments: Any) -> Any:
        if between and not isinstance(arguments[0], Remote):
            return NotImplemented
        try:
            own = self.__getattr__(name)
        except AttributeError:  # what Python says when a kind of object cannot do it
            raise TypeError(f"the solution's object has no {name}") from None
        return own(*arguments)

    return method


for word in (*ASKED, *BETWEEN):
    setattr(Remote, f"__{word}__", forward(f"__{word}__", between=word in BETWEEN))


class Link:
    """The tests' end of the pipe."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.functions: list[Any] = []
        self.remotes: dict[int, Remote] = {}
        self.asked = 0
        self.compared = False
        self.ended = ""

    def ask(self, message: dict[str, Any]) -> Any:
        """Send a message and return the value, or raise what the solution raised."""
        if self.ended:
            raise Ended(self.ended)
        self.asked += message["do"] != "load"
        try:
            self.pipe.send(message)
            reply = self.pipe.receive()
            while isinstance(reply, dict) and "callback" in reply:
                self.pipe.send(self.run_callback(reply))
                reply = self.pipe.receive()
            if "raised" not in reply:
                return decode(reply["value"], self.find)
            if reply.get("exits"):
                raise Ended(str(reply["raised"])[:60])
        except Ended as error:
            self.ended = str(error) or "gone"
            raise
        except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, RecursionError) as error:
            self.ended = "nonsense"
            raise Ended("nonsense") from error
        raise as_error(str(reply["raised"]))

    def run_callback(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Run a function of the tests that the solution calls, and return its answer."""
        arguments = decode(reply["arguments"], self.find)
        try:
            return {"value": self.pack(self.functions[reply["callback"]](*arguments))}
        except Exception as error:
            return {"raised": type(error).__name__}

    def pack(self, value: Any) -> Any:
        """Return arguments as JSON data."""
        return encode(value, self.name)

    def name(self, value: Any) -> Any:
        """Name what is no plain data: the solution's own objects, and functions of the tests."""
        if isinstance(value, Remote):
            return {"k": "object", "v": value._number}
        if not callable(value):
            raise TypeError(f"a test passes {type(value).__name__}, which is no plain data")
        self.functions.append(value)
        return {"k": "function", "v": len(self.functions) - 1}

    def find(self, data: Any) -> Any:
        """Return the stand-in for an object of the solution's."""
        number = int(data["v"])
        return self.remotes.setdefault(number, Remote(self, number))


class Names(dict):  # type: ignore[type-arg]
    """The names of the tests: a name they do not define is looked up in the solution. Builtins stay builtins."""

    def __init__(self, link: Link) -> None:
        import builtins

        super().__init__(__name__="tests", __builtins__=builtins)
        self.link = link

    def __missing__(self, name: str) -> Any:
        if hasattr(self["__builtins__"], name) or name.startswith("__"):
            raise KeyError(name)
        if name in getattr(sys, "stdlib_module_names", ()):  # the solution's own ``math`` would be a fake one
            raise Unclear(name)
        return self.link.ask({"do": "get", "name": name})


class Lazy(ModuleType):
    """``import solution`` in tests: for names that are builtins too."""

    link: Link

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.link.ask({"do": "get", "name": name})


def run_tests(link: Link, job: dict[str, Any]) -> dict[str, Any]:
    """Run the tests and return what came of it; ``done`` only after the last assertion."""
    try:
        code = compile(job["tests"], "<tests>", "exec")
    except (SyntaxError, ValueError) as error:
        return {"broken": f"the tests do not compile: {type(error).__name__}"}
    try:
        link.ask({"do": "load", "setup": job["setup"], "solution": job["solution"]})
    except BaseException as error:
        return {"failed": "load", "error": type(error).__name__, "ended": link.ended}
    module = Lazy("solution")
    module.link = link
    sys.modules["solution"] = module
    try:
        exec(code, Names(link))
    except Unclear as error:
        return {"broken": f"the tests use {error} without importing it, as a module or from solution"}
    except BaseException as error:
        if isinstance(error, ImportError) and not hasattr(error, "of_the_solution"):
            return {"broken": f"the tests cannot import what they need: {error.name or ''}"}
        raised = "solution" if hasattr(error, "of_the_solution") or isinstance(error, Raised) else "test"
        return {
            "failed": raised,
            "missing": isinstance(error, NameError),
            "error": str(error) if isinstance(error, Raised) else type(error).__name__,
            "line": last_line(error),
            "ended": link.ended,
            "compared": link.compared,
        }
    if link.ended:
        return {"failed": "solution", "error": "Ended", "ended": link.ended}
    return {"done": job["token"], "asked": link.asked}


def last_line(error: BaseException) -> int:
    """Return the line of the tests that failed."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<tests>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
