import threading
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wai_nb.errors import SettingError
from wai_nb.grade.verify import MathEqual, maths
from wai_nb.grade.verify.exact import NotExact, read_exact
from wai_nb.grade.verify.symbolic import symbolic_installed

needs_extra = pytest.mark.skipif(not symbolic_installed(), reason='needs the extra: pip install "wai-nb[math]"')


def reward(text, gold, **options):
    return MathEqual(**options)({"final_text": text, "answer": gold})["reward"]


@pytest.mark.parametrize(
    ("text", "gold", "wanted"),
    [
        ("0.5", "1/2", 1),
        ("50%", "1/2", 1),
        (r"50\%", "0.5", 1),
        (r"\boxed{\frac{1}{2}}", "0.5", 1),
        (r"\boxed{\dfrac12}", "0.5", 1),
        (r"$\frac{1}{2}$", "0.5", 1),
        ("0.3333", "1/3", 0),
        ("2^10", "1024", 1),
        (r"3 \times 4", "12", 1),
        ("-3", "−3", 1),
        ("1,234", "1234", 1),
        (r"\sqrt{16}", "4", 1),
        ("16^{1/2}", "4", 1),
        (r"2\frac{1}{2}", "2.5", 1),
        ("2(3+4)", "14", 1),
        ("{1, 2}", "{2, 1}", 1),
        (r"\{1, \frac{1}{2}\}", "{0.5, 1}", 1),
        ("{1, 2, 3}", "{1, 2}", 0),
        ("(1, 2)", "(2, 1)", 0),
        ("(1, 2)", "(1, 2)", 1),
        ("x = 2, 1", "1, 2", 1),
        ("[0, 1)", "[0, 1]", 0),
        ("[0, 1)", r"\left[0, \frac{2}{2}\right)", 1),
        (r"[0, \infty)", "[0, oo)", 1),
        ("(-oo, 3]", "(-oo, 3]", 1),
        ("So the answer is 7.", "7", 1),
        ("1 + 2 = 3", "3", 1),
        ("I get 17/4", "4.25", 1),
        ("So the value of x is 17/4", "4.25", 1),
        ("That makes 425%", "17/4", 1),
        ("Therefore, sqrt(16)", "4", 1),
        ("I get 17/5", "4.25", 0),
        ("even numbers", "even numbers", 1),
        ("I do not know", "7", 0),
        ("7", "8", 0),
        (r"first \boxed{1} then \boxed{2}", "2", 1),
        ("x+1", "x+1", 1),
        (r"\text{even}", "even", 1),
        ("1/0", "1", 0),
    ],
)
def test_exact_answers(text, gold, wanted):
    got = reward(text, gold)
    assert got == wanted or (text == "1/0" and got is None)


@pytest.mark.parametrize(
    "text", ["2^9^9^9", "9^(9^9)", "(" * 500 + "1", "1e999999", "-" * 999 + "1", "1/0", "sqrt(-1)", "", "[1, 2", "x"]
)
def test_attacks_on_the_reader_end_at_once(text):
    with pytest.raises(NotExact):
        read_exact(text)


@given(st.fractions(max_denominator=999), st.fractions(max_denominator=999))
def test_the_reader_agrees_with_fractions(a, b):
    assert read_exact(f"({a}) + ({b})*({a})") == a + b * a
    assert read_exact(rf"\frac{{{a.numerator}}}{{{a.denominator}}}") == a


@given(st.text(alphabet=r"0123456789+-*/^(){}[],.=%\ xo", max_size=40))
def test_no_text_breaks_the_reader(text):
    try:
        value = read_exact(text)
    except NotExact:
        return
    assert isinstance(value, (Fraction, tuple, frozenset))


def test_without_the_extra_what_is_beyond_has_no_verdict(monkeypatch):
    monkeypatch.setattr(maths, "symbolic_installed", lambda: False)
    verdict = MathEqual()({"final_text": r"2\sqrt{3}", "answer": r"\sqrt{12}"})
    assert verdict["reward"] is None and "wai-nb[math]" in verdict["reason"]
    assert reward(r"2\sqrt{3}", r"2 \sqrt{3}") == 1
    assert reward("a guess", r"\sqrt{12}") == 0


def test_the_limit_is_checked():
    for bad in (0, -1, "1", True):
        with pytest.raises(SettingError):
            MathEqual(timeout=bad)


@needs_extra
def test_the_extra_compares_symbolically_in_threads():
    judge = MathEqual(timeout=20)
    cases = [(r"2\sqrt{3}", r"\sqrt{12}", 1), ("(x+1)^2", "x^2+2x+1", 1), (r"\pi", r"2\pi", 0)]
    got = {}

    def run(case):
        got[case] = judge({"final_text": rf"\boxed{{{case[0]}}}", "answer": case[1]})["reward"]

    threads = [threading.Thread(target=run, args=(case,)) for case in cases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    judge._symbolic.close()
    assert {case: case[2] for case in cases} == got


@needs_extra
def test_a_slow_expression_ends_and_the_next_one_works():
    judge = MathEqual(timeout=3)
    slow = judge({"final_text": r"\boxed{(x+1)^{99999999}}", "answer": "(x+2)^{99999998}"})
    assert slow["reward"] in (None, 0)
    assert judge({"final_text": r"\boxed{2\sqrt{3}}", "answer": r"\sqrt{12}"})["reward"] == 1
    judge._symbolic.close()
