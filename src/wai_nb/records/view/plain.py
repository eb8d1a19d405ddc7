"""Text from outside made safe to look at: what cannot be seen, or moves other words about, is spelt out."""

from __future__ import annotations

import re

# Control characters, bidi controls and other invisible formatting, line and paragraph separators, lone surrogates,
# noncharacters, tags (Unicode categories Cc, Cf, Cs, Zl, Zp). Left alone: newline, tab, the joiners U+200C and
# U+200D, without which Persian, Hindi and emoji fall apart, and number signs that have a shape of their own.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_BLANK = re.compile(r"\s+")


def _spelt(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def words(value: object) -> str:
    """Return ``str(value)``, or the type's name where that fails.

    Examples
    --------
    >>> words(12)
    '12'
    """
    try:
        return value if type(value) is str else str(value)
    except Exception:
        return f"<{type(value).__name__}>"


def visible(text: str) -> str:
    r"""Return the text with every hidden character spelt out.

    Examples
    --------
    >>> visible("refund \u202e$00.042 \x1b[31mnow")
    'refund \\u202e$00.042 \\x1b[31mnow'
    """
    return _HIDDEN.sub(_spelt, text)


def pieces(text: str) -> list[tuple[str, bool]]:
    r"""Return the text in pieces: (piece, whether it is a hidden character spelt out).

    Examples
    --------
    >>> pieces("a\x00b")
    [('a', False), ('\\x00', True), ('b', False)]
    """
    found: list[tuple[str, bool]] = []
    at = 0
    for match in _HIDDEN.finditer(text):
        if match.start() > at:
            found.append((text[at : match.start()], False))
        found.append((_spelt(match), True))
        at = match.end()
    if at < len(text):
        found.append((text[at:], False))
    return found


def line(value: object, limit: int = 160) -> str:
    r"""Return the value as one visible line, cut at `limit` characters.

    Examples
    --------
    >>> line("two\n  lines")
    'two lines'
    """
    from wai_nb.records.view.wording import cut

    return visible(flat(cut(words(value), limit)))


def flat(text: str) -> str:
    r"""Return the text on one line: each run of blanks is one space; control characters stay.

    Examples
    --------
    >>> flat(" a\n\tb ")
    'a b'
    """
    return _BLANK.sub(" ", text).strip(" ")
