import pytest

from wai_nb.errors import ArgumentError, SettingError
from wai_nb.grade.verify import ExactMatch, Includes, MultipleChoice, Regex


def reward(verifier, text, gold=None):
    return verifier({"final_text": text, "answer": gold})["reward"]


@pytest.mark.parametrize(
    ("text", "gold", "wanted"),
    [
        ("Paris", "Paris", 1),
        ("Thinking.\n  Paris \n\n", "Paris", 1),
        ("Paris\nor so", "Paris", 0),
        ("paris", "Paris", 0),
        ("The answer is Paris", "Paris", 0),
        ("x\na\nb  c", "a\nb c", 1),
        ("Rome", ["Paris", "Rome"], 1),
        ("7", 7, 1),
    ],
)
def test_exact_match_reads_the_last_line(text, gold, wanted):
    assert reward(ExactMatch(), text, gold) == wanted


def test_exact_match_may_ignore_capitals():
    assert reward(ExactMatch(ignore_case=True), "PARIS", "Paris") == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Your refund is on its way.", 1),
        ("REFUND done", 1),
        ("no refund was made", 0),
        ("The refund was not made.", 0),
        ("The refund didn't go through.", 0),
        ("I was unable to issue a refund", 0),
        ("There is no problem. Your refund is on its way.", 1),
        ("No problem, your refund is on its way", 1),
        ("I could not look it up, but the refund is on its way.", 1),
        ("Not only a refund but a voucher too", 1),
        ("No refund yesterday; today the refund was made.", 1),
        ("prerefund refunds", 0),
        ("nothing", 0),
    ],
)
def test_includes_counts_words_that_are_said_not_denied(text, wanted):
    assert reward(Includes("refund"), text) == wanted


def test_includes_says_when_it_is_a_denial():
    assert "denied" in Includes("refund")({"final_text": "no refund was made"})["reason"]
    assert reward(Includes("refund", negation=False), "no refund was made") == 1


def test_includes_reads_the_reference_by_default():
    assert reward(Includes(), "It costs $4.50 now", "$4.50") == 1
    assert reward(Includes(), "no refund\nis due", "no refund is due") == 1
    assert reward(Includes(ignore_case=False), "paris", "Paris") == 0
    assert reward(Includes(), "text") is None
    with pytest.raises(ArgumentError):
        Includes(" ")


def test_regex_with_and_without_a_group():
    assert reward(Regex(r"^Answer:"), "Answer: 5") == 1
    assert reward(Regex(r"^Answer:"), "5") == 0
    assert reward(Regex(r"= (\d+)", 1), "1 = 1, 2+3 = 5", "5") == 1
    assert reward(Regex(r"(?P<n>\d+)", "n"), "5", 6) == 0
    assert reward(Regex(r"(\d+)", 1), "5") is None


@pytest.mark.parametrize(("pattern", "group"), [("(", None), (5, None), ("a", 1), ("(a)", "n"), ("(a)", True)])
def test_regex_refuses_what_cannot_match(pattern, group):
    with pytest.raises(SettingError):
        Regex(pattern, group)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("C", "C"),
        ("(C)", "C"),
        ("**C**", "C"),
        ("C.", "C"),
        (r"So \boxed{C}", "C"),
        (r"\boxed{\text{C}}", "C"),
        ("The answer is C.", "C"),
        ("The answer is C because of B", "C"),
        ("The answer is A because it fits", "A"),
        ("Answer: (C)", "C"),
        ("I would go with option C", "C"),
        ("I think it is C", "C"),
        ("C) Paris", "C"),
        ("(A) is wrong. The answer is (C).", "C"),
        ("The correct choice is **C**", "C"),
        ("I am not sure.", None),
        ("I", "I"),
        ("(I)", "I"),
        ("Answer: I", "I"),
        ("Answer: I think B", "B"),
        ("So do I.", None),
        ("A dog, I believe", None),
        ("A or B", None),
        ("(A) dog (B) cat", None),
        ("", None),
        ("Could be I'm wrong", None),
    ],
)
def test_which_choice_a_reply_settles_on(text, letter):
    assert MultipleChoice().read(text) == letter


def test_multiple_choice_against_the_reference():
    assert reward(MultipleChoice(), "C", "c") == 1
    assert reward(MultipleChoice(), "C", "(C)") == 1
    assert reward(MultipleChoice(), "C", 2) == 1
    assert reward(MultipleChoice("ABCD"), "C", "E") is None
    assert reward(MultipleChoice("ABCD"), "Answer: E", "A") == 0
    with pytest.raises(SettingError):
        MultipleChoice("AAB")


def test_no_reason_names_the_right_choice():
    verdict = MultipleChoice()({"final_text": "The answer is B.", "answer": "C"})
    assert verdict["reward"] == 0 and "C" not in verdict["reason"]
