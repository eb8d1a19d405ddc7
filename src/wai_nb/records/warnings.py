"""A warning of a run: what is so, why, and the call that mends it."""

from __future__ import annotations


class Advice(str):
    """A text that knows its parts.

    Examples
    --------
    >>> advice = Advice("3 rollouts were lost.", "The agent raised KeyError.", 'data.search["first_agent_error"]')
    >>> print(advice)
    3 rollouts were lost. The agent raised KeyError. Fix: data.search["first_agent_error"]
    """

    what: str
    why: str
    fix: str

    def __new__(cls, what: str, why: str = "", fix: str = "") -> Advice:
        """Join the parts into the text."""
        text = super().__new__(cls, " ".join(filter(None, [what, why, f"Fix: {fix}" if fix else ""])))
        text.what, text.why, text.fix = what, why, fix
        return text

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]  # three parts, not one text
        return self.what, self.why, self.fix

    def parts(self) -> dict[str, str]:
        """Return the parts, as a saved run keeps them."""
        return {"what": self.what, "why": self.why, "fix": self.fix}
