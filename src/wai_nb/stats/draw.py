"""Random draws that are a function of their key alone.

A draw hashes what it is for - the seed, the situation, the wording, the repeat, the role - and
never touches a shared generator. So it does not matter in which order, thread or process it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_SEPARATOR = "\x1f"  # a control character that no name or prompt holds as text
_SEPARATED = tuple(_SEPARATOR.join(["%s"] * length) for length in range(12))  # formatting is twice as fast as joining


def encoded(key: tuple[str | int, ...]) -> bytes:
    r"""Return a key as the bytes that are hashed.

    Examples
    --------
    >>> encoded(("seed", 7))
    b'seed\x1f7'
    """
    separated = _SEPARATED[len(key)] if len(key) < len(_SEPARATED) else _SEPARATOR.join(["%s"] * len(key))
    return (separated % key).encode("utf-8", "surrogatepass")


def digest(*key: str | int, length: int = 10) -> str:
    """Return `length` hexadecimal characters that stand for the key.

    Examples
    --------
    >>> digest("seed", 7) == digest("seed", 7), digest("seed", 7) == digest("seed", 8)
    (True, False)
    """
    return _hash(key).hexdigest()[:length]


def unit(*key: str | int) -> float:
    """Return a number in [0, 1), uniform over keys (53 bits, so every value is exact).

    Examples
    --------
    >>> 0 <= unit(0, "fault") < 1
    True
    """
    return (_word(key) >> 11) / (1 << 53)


def integer(n: int, *key: str | int) -> int:
    """Return a whole number in [0, n).

    Examples
    --------
    >>> integer(6, 0, "die") in range(6)
    True
    """
    return _word(key) * n >> 64


def pick(options: Sequence[T], *key: str | int) -> T:
    """Return one of the options, each as likely as the others.

    Examples
    --------
    >>> pick("abc", 0, "letter") in "abc"
    True
    """
    return options[integer(len(options), *key)]


class Stem:
    """Draws whose keys begin alike: what they share is hashed once.

    Examples
    --------
    >>> Stem("seed", 7).digest("world", 3) == digest("seed", 7, "world", 3)
    True
    """

    __slots__ = ("_begun",)

    def __init__(self, *key: str | int) -> None:
        self._begun = _hash((*key, ""))

    def digest(self, *rest: str | int, length: int = 10) -> str:
        """Return what :func:`digest` returns for the whole key."""
        return self._hash(rest).hexdigest()[:length]

    def integer(self, n: int, *rest: str | int) -> int:
        """Return what :func:`integer` returns for the whole key."""
        return self.word(*rest) * n >> 64

    def word(self, *rest: str | int) -> int:
        """Return 64 bits for the whole key."""
        return int.from_bytes(self._hash(rest).digest()[:8], "big")

    def _hash(self, rest: tuple[str | int, ...]) -> blake2b:
        whole = self._begun.copy()
        whole.update(encoded(rest))
        return whole


def shuffled(items: Sequence[T], *key: str | int) -> list[T]:
    """Return the items in a drawn order (each sorted by its own draw; position breaks ties).

    Examples
    --------
    >>> sorted(shuffled([1, 2, 3], 0, "order"))
    [1, 2, 3]
    """
    stem = Stem(*key)
    order = sorted(range(len(items)), key=lambda i: (stem.word(i), i))
    return [items[i] for i in order]


def _word(key: tuple[str | int, ...]) -> int:
    return int.from_bytes(_hash(key).digest()[:8], "big")


def _hash(key: tuple[str | int, ...]) -> blake2b:
    return blake2b(encoded(key), digest_size=32)
