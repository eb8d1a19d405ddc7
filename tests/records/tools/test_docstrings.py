from __future__ import annotations

import pytest

from wai_nb.records.tools.docstrings import read_docstring

NUMPY = """Refund an order,
    in full or in part.

    More about it, not part of the description.

    Parameters
    ----------
    order_id : str
        The number on the receipt,

        without dashes.
    amount, fee : float, optional
        In euros: never more than paid.
    note
        Free text.
    bare : int

    Returns
    -------
    dict
        order_id : not a parameter
    """

GOOGLE = """Refund an order.

    Args:
        order_id (dict[str, tuple(int)]): The number on the receipt,
            without dashes. Note: none.
        **amount: In euros.
        note:
            Free text.

    Returns:
        dict: not a parameter
    """

SPHINX = """Refund an order.

    :param order_id: The number on the receipt,
        without dashes.
    :type order_id: str
    :param float amount: In euros.
    :returns: not a parameter
    """


def test_numpy() -> None:
    text, parameters = read_docstring(NUMPY)
    assert text == "Refund an order, in full or in part."
    assert parameters == {
        "order_id": "The number on the receipt, without dashes.",
        "amount": "In euros: never more than paid.",
        "fee": "In euros: never more than paid.",
        "note": "Free text.",
    }


def test_google() -> None:
    text, parameters = read_docstring(GOOGLE)
    assert text == "Refund an order."
    assert parameters == {
        "order_id": "The number on the receipt, without dashes. Note: none.",
        "amount": "In euros.",
        "note": "Free text.",
    }


def test_sphinx() -> None:
    text, parameters = read_docstring(SPHINX)
    assert text == "Refund an order."
    assert parameters == {"order_id": "The number on the receipt, without dashes.", "amount": "In euros."}


@pytest.mark.parametrize(
    ("doc", "text"),
    [
        (None, ""),
        ("", ""),
        ("   \n  ", ""),
        ("One line", "One line"),
        ("Args:\n    a: first\n", ""),
        ("Parameters\n----------\na\n    first\n", ""),
        (":param a: first", ""),
        ("\n    Starts low.\n    Goes on.\n", "Starts low. Goes on."),
        ("Says this.\nArgs:\n    a: first", "Says this."),
    ],
)
def test_the_first_paragraph(doc: str | None, text: str) -> None:
    assert read_docstring(doc)[0] == text
