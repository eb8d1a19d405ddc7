"""A strict reader of the HTML that cards are made of."""

from __future__ import annotations

from html.parser import HTMLParser

TAGS = "div style hr br p b strong small span code pre i table caption thead tbody tfoot tr th td details summary"
ALLOWED = frozenset(TAGS.split(" "))
ATTRIBUTES = {"class", "title", "style", "scope", "dir", "colspan"}
VOID = {"hr", "br"}


class Page(HTMLParser):
    """Reads a page: its words, tags and attributes; refuses what a card may not hold."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED, tag
        assert {name for name, _ in attrs} <= ATTRIBUTES, attrs
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in {"b", "span", "code", "small", "i", "strong"}:
            self.words.append(" ")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:60]}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl[:60]}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data[:60]}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a section: {data[:60]}")

    @property
    def text(self) -> str:
        return flat("".join(self.words))


def flat(text: str) -> str:
    return " ".join(text.split())
