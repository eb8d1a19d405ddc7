"""What every result inherits: one list of blocks, shown as text in a terminal and as HTML in a notebook."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wai_nb.options import get_option
from wai_nb.records.view.blocks import (
    Bar,
    Bars,
    Block,
    Card,
    Code,
    Column,
    Columns,
    Facts,
    Fold,
    Grid,
    Heat,
    Interval,
    Note,
    Section,
    Strip,
    Styled,
    Table,
    Tries,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from typing_extensions import Self

__all__ = [
    "Bar",
    "Bars",
    "Block",
    "Card",
    "Code",
    "Column",
    "Columns",
    "Drawn",
    "Facts",
    "Fold",
    "Grid",
    "Heat",
    "Interval",
    "Note",
    "Report",
    "Section",
    "Shown",
    "Strip",
    "Styled",
    "Table",
    "Tries",
    "Walked",
]

SHORT = 100  # characters of a repr; convention


class Shown:
    """Anything with a card: ``str`` gives its text view, a notebook its HTML, ``repr`` one line.

    A subclass says what is in the card; it never draws.

    Examples
    --------
    >>> class Size(Shown):
    ...     def card(self):
    ...         return Card(kind=("Size",), headline="12 asks", blocks=[Facts([("asks", 12)])])
    >>> Size()
    <Size 12 asks>
    >>> sorted(Size()._repr_mimebundle_())
    ['text/html', 'text/plain']
    """

    def card(self) -> Card:
        """Return what is shown, as blocks."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its card holds")

    def one_line(self) -> str:
        """Return the words of the ``repr``, of which the first 100 characters are shown.

        A subclass that defines ``__repr__`` instead would show that in a cell in place of its text view: IPython takes
        the first of the two that it finds on the way to the base.
        """
        return self.card().headline

    def __str__(self) -> str:
        try:
            return _text(self.card())
        except Exception as error:  # a view never raises
            return _failed(self, error)

    def __repr__(self) -> str:
        from wai_nb.records.view.plain import line

        try:
            words = f"{type(self).__name__} {line(self.one_line(), SHORT).replace('`', '')}".rstrip()
        except Exception as error:
            return _failed(self, error)
        return f"<{words}>" if len(words) <= SHORT - 2 else f"<{words[: SHORT - 3]}…>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the text view at a prompt, and one line inside other objects."""
        printer.text(repr(self) if cycle or len(printer.stack) > 1 else str(self))

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        try:
            card = self.card()
            bundle = {"text/plain": _text(card)}
            if get_option("display") == "html":
                bundle["text/html"] = _html(card)
        except Exception as error:
            return {"text/plain": _failed(self, error)}
        return bundle


class Drawn:
    """Anything that has pictures: a subclass says what is in them, :meth:`plot` draws one."""

    def pictures(self) -> dict[str, Block]:
        """Return what :meth:`plot` can draw, by name; the first is its default."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its pictures hold")

    def plot(self, kind: str | None = None, *, ax: Axes | None = None) -> Axes:
        """Return a picture as a matplotlib Axes, which a notebook shows; nothing is drawn into pyplot's figures.

        Parameters
        ----------
        kind
            Which picture; without it the first.
        ax
            Axes to draw into, as for several pictures in one figure.

        Raises
        ------
        SettingError
            When there is no such picture, or nothing to draw yet.
        """
        from wai_nb.show.figures import picture  # the door of this file: drawing is loaded when it is needed

        return picture(self.pictures(), kind, ax=ax)


class Walked:
    """Anything with an interactive view beside its card."""

    def explore(self) -> Any:
        """Return the view to walk through with mouse and keyboard; a notebook shows it.

        Raises
        ------
        MissingExtra
            When anywidget is not installed.
        """
        from wai_nb.show.views import open_view  # the same door

        return open_view(self)


def _text(card: Card) -> str:
    from wai_nb.records.view.text import render_text

    return render_text(card)


def _html(card: Card) -> str:
    from wai_nb.show.html import render_html  # a door: drawing is loaded on first display

    return render_html(card)


def _failed(shown: Shown, error: Exception) -> str:
    logging.getLogger("wai_nb").debug("%s has no view", type(shown).__name__, exc_info=error)
    return f"<{type(shown).__name__}, not shown: {type(error).__name__}>"


class Report(Shown, dict[str, Any]):
    """A ``dict`` that shows itself and whose keys are attributes too; a subclass adds ``card``."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self)}")
        return self[name]

    def copy(self) -> Self:
        """Return a shallow copy that shows itself too."""
        import copy

        return copy.copy(self)

    def to_frame(self) -> pd.DataFrame:
        """Return one row with the keys that hold a single value."""
        import pandas as pd

        single = (str, int, float, bool, type(None))
        frame: pd.DataFrame = pd.DataFrame([{key: value for key, value in self.items() if isinstance(value, single)}])
        return frame
