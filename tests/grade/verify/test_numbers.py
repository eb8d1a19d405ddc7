from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.grade.verify import Numeric
from wai_nb.grade.verify.numbers import answer_in, to_number


def reward(verifier, text, gold):
    return verifier({"final_text": text, "answer": gold})["reward"]


@pytest.mark.parametrize(
    ("text", "gold", "wanted"),
    [
        ("50%", 0.5, 1),
        ("0.5", "50%", 1),
        ("0.5%", 0.5, 0),
        ("50", "50%", 0),
        ("1,234.50", 1234.5, 1),
        ("$1,234", "1234", 1),
        ("3/4", 0.75, 1),
        ("-7", -7, 1),
        ("−7", "-7", 1),
        ("1e3", 1000, 1),
        ("The answer is 42, which took 3 steps.", 42, 1),
        ("3 apples and 4 pears: the total is 3 + 4 = 7", 7, 1),
        ("The sum of 3 and 4 is 7.", 7, 1),
        (r"\boxed{7} after 3 tries", 7, 1),
        ("so 7\n#### 7\n", "7", 1),
        ("x = 7 after 3 tries", 7, 1),
        ("3, 4, 7", 7, 1),
        ("Version 1.2.3 of A4 gives 9", 9, 1),
        ("no idea", 7, 0),
        ("7", "seven", None),
        ("7", ["6", "7"], 1),
        ("1/0", 1, 0),
    ],
)
def test_which_number_is_the_answer(text, gold, wanted):
    assert reward(Numeric(), text, gold) == wanted


def test_the_reason_says_where_the_number_was():
    assert "last number" in Numeric()({"final_text": "3 or 4", "answer": 5})["reason"]
    assert "box" in Numeric()({"final_text": r"\boxed{4}", "answer": 5})["reason"]


def test_allowances():
    assert reward(Numeric(), "0.3333333", "1/3") == 1
    assert reward(Numeric(tol=0), "0.3333333", "1/3") == 0
    assert reward(Numeric(tol=0, rel=0.1), "95", 100) == 1
    assert reward(Numeric(tol=0, rel=0.1), "85", 100) == 0
    assert reward(Numeric(), "12345678901234567891", "12345678901234567890") == 0


@pytest.mark.parametrize("bad", [-1, "1", True, float("nan"), None])
def test_allowances_are_checked(bad):
    with pytest.raises(SettingError):
        Numeric(tol=bad)


@given(st.integers(-(10**12), 10**12), st.integers(0, 6))
def test_any_decimal_is_read_exactly(digits, places):
    value = Fraction(digits, 10**places)
    text = f"{digits / 10**places:.{places}f}" if places else f"{digits:,}"
    if abs(digits) < 10**9:
        assert to_number(text) == value
        assert answer_in(f"It took 3 steps and the answer is {text}.")[0] == value


@given(st.text(max_size=60))
def test_no_text_breaks_it(text):
    answer_in(text)
    to_number(text)
