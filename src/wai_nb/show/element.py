"""The one way HTML is built here: elements escape everything they are given, in words and in attributes."""

from __future__ import annotations

from html import escape

from wai_nb.records.view.plain import pieces, visible

_EMPTY = frozenset({"br", "hr"})


class Safe(str):
    """HTML that `element` or `text` made; nothing else may make it from data."""

    __slots__ = ()


def text(words: str) -> Safe:
    r"""Return words from anywhere as HTML: escaped, hidden characters spelt out in a muted span.

    Examples
    --------
    >>> text("<b> & \u202e")
    '&lt;b&gt; &amp; <span class="wai-esc">\\u202e</span>'
    """
    return Safe(
        "".join(
            f'<span class="wai-esc">{escape(part)}</span>' if hidden else escape(part) for part, hidden in pieces(words)
        )
    )


def element(tag: str, *children: object, **attributes: object) -> Safe:
    """Return an element. Children that are not `Safe` are escaped; None and empty attributes are left out.

    An underscore at the end of an attribute's name is dropped, so that ``class_`` can be written.

    Examples
    --------
    >>> element("td", "1 < 2", class_="wai-n", title='say "hi"')
    '<td class="wai-n" title="say &quot;hi&quot;">1 &lt; 2</td>'
    >>> element("br", class_="wai-t")
    '<br class="wai-t">'
    """
    named = "".join(
        f' {name.rstrip("_")}="{escape(visible(str(value)))}"'
        for name, value in attributes.items()
        if value is not None and value != ""
    )
    if tag in _EMPTY:
        return Safe(f"<{tag}{named}>")
    return Safe(f"<{tag}{named}>{joined(*children)}</{tag}>")


def joined(*children: object) -> Safe:
    """Return the children one after the other, escaped where they are not `Safe`; None is left out."""
    return Safe("".join(_child(child) for child in children if child is not None))


def _child(child: object) -> str:
    return str.__str__(child) if isinstance(child, Safe) else text(str(child))
