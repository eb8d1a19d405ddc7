"""A planted defect makes exactly its own check bad; a clean evaluation makes none."""

import random
import re

import pytest

import wai_nb as wai
from wai_nb.errors import RowError, SettingError

NAMES = ("room", "headroom", "criteria", "noise", "judge", "contamination")


def ask(task):
    return f"Where is my order {4400 + task}? I have been waiting for it since last week and nobody answers my mails."


def rows_of(name, tasks=30, repeats=4, runs=3, chances=(0.2, 0.5, 0.8), model="base", **more):
    """Return a sound evaluation: three runs, chances in the middle, length and calls drawn apart from the reward."""
    draw = random.Random(name)
    rows = []
    for task in range(tasks):
        chance = draw.choice(chances)
        for run in range(runs):
            for index in range(repeats):
                reward = int(draw.random() < chance)
                polite, looked = int(draw.random() < 0.8), int(draw.random() < 0.7)
                rows.append(
                    {
                        "prompt": ask(task),
                        "scenario_id": f"s{task}",
                        "ask_id": f"a{task}",
                        "rollout_index": index,
                        "steps": [{"tool": "get_order", "arguments": {}, "result": {}}] * draw.randrange(1, 4),
                        "final_text": "It is on its way. " * draw.randrange(1, 5),
                        "reward": reward,
                        "judge_status": "ok",
                        "judge_name": "rules",
                        "markers": {"polite": polite, "looked_up": looked},
                        "policy_version": f"{model}@1",
                        "model_version": model,
                        "writer_model": "offline",
                        "lineage": {"k": repeats, "eval_run": run},
                        **more,
                    }
                )
    return rows


TRAIN = ["An order of another shop, which nobody here has ever asked for in these words before today."]


def statuses(rows, **more):
    return {
        name: check["status"] for name, check in wai.eval_health(rows, **{"train": TRAIN, **more})["checks"].items()
    }


def longer_is_better(rows):
    return [{**row, "reward": int(len(row["final_text"]) > 40)} for row in rows]


DEFECTS = {
    "room": lambda name: rows_of(name, chances=(0.9, 0.97, 1.0)),
    "headroom": lambda name: rows_of(name, chances=(0.0, 1.0)),
    "criteria": lambda name: [{**row, "markers": {**row["markers"], "has_text": 1}} for row in rows_of(name)],
    "noise": lambda name: rows_of(name, runs=1, repeats=8),
    "judge": lambda name: longer_is_better(rows_of(name)),
    "contamination": rows_of,
}


def planted(defect, name="planted"):
    return statuses(DEFECTS[defect](name), train=[ask(3)] if defect == "contamination" else TRAIN)


@pytest.mark.parametrize("defect", NAMES)
@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_a_planted_defect_is_bad_and_nothing_else_is(defect, name):
    found = planted(defect, name)
    assert [check for check in NAMES if found[check] == "bad"] == [defect]


def test_a_clean_evaluation_is_ok():
    assert statuses(rows_of("clean")) == dict.fromkeys(NAMES, "ok")
    assert wai.eval_health(rows_of("clean"), train=TRAIN)["ok"]


def test_false_alarms():
    """At most 5% of 200 clean evaluations have anything but ok."""
    alarms = sum(set(statuses(rows_of(f"clean {i}", tasks=20)).values()) != {"ok"} for i in range(200))
    assert alarms <= 10


def every_tenth_unread(rows):
    return [{**row, "reward": None, "judge_status": "error"} if i % 10 == 0 else row for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("rows", "check", "status"),
    [
        (rows_of("x", chances=(0.0, 0.02)), "room", "bad"),
        ([{**row, "markers": {}} for row in rows_of("x")], "criteria", "unknown"),
        (rows_of("x", repeats=1, runs=1), "headroom", "unknown"),
        (rows_of("x", runs=2), "noise", "warn"),
        (every_tenth_unread(rows_of("x")), "judge", "bad"),
        (rows_of("x", chances=(0.0, 1.0)), "judge", "unknown"),
        ([{**row, "steps": row["steps"][:1] * (1 + 2 * row["reward"])} for row in rows_of("x")], "judge", "warn"),
    ],
)
def test_each_check_has_its_other_answers(rows, check, status):
    assert statuses(rows)[check] == status


def test_without_training_texts_contamination_is_not_checked():
    assert wai.eval_health(rows_of("x"))["checks"]["contamination"]["status"] == "unknown"


@pytest.mark.parametrize(
    "train", [[ask(3)], [{"prompt": ask(3)}], [{"messages": [{"role": "user", "content": ask(3).upper()}]}]]
)
def test_training_texts_in_their_forms(train):
    found = wai.eval_health(rows_of("x"), train=train)["checks"]["contamination"]
    assert (found["status"], found["finding"]) == ("bad", "1 of 30 asks stand in the training texts")


BASE, TUNED = rows_of("base"), rows_of("tuned", model="tuned")


def test_two_arms_that_can_be_compared():
    found = wai.eval_health(TUNED, BASE, train=TRAIN)
    assert found["void"] is False
    assert {check["status"] for check in found["voids"].values()} == {"ok"}


@pytest.mark.parametrize(
    ("against", "name"),
    [
        (rows_of("again", model="tuned"), "policy"),
        ([{**row, "writer_model": "another"} for row in BASE], "person"),
        ([{**row, "judge_name": "a stranger"} for row in BASE], "yardstick"),
        ([{**row, "scenario_id": f"other {row['scenario_id']}"} for row in BASE], "yardstick"),
        ([{**row, "lineage": {**row["lineage"], "judge_version": "2"}} for row in BASE], "yardstick"),
    ],
)
def test_what_voids_a_comparison(against, name):
    found = wai.eval_health(TUNED, against, train=TRAIN)
    assert [check for check, said in found["voids"].items() if said["status"] == "bad"] == [name]
    assert found["void"] is True
    assert f"void: {name}" in str(found)


def test_an_arm_that_talks_to_itself():
    own = [[{**row, "user_model": row["model_version"]} for row in arm] for arm in (TUNED, TUNED)]
    other = [{**row, "policy_version": "base@1"} for row in own[1]]
    assert wai.eval_health(own[0], other)["voids"]["person"]["status"] == "bad"


def test_rows_that_say_nothing_of_themselves():
    bare = [{"prompt": f"ask {i}", "reward": i % 2} for i in range(10)]
    found = wai.eval_health(bare, bare)
    assert {name: found["voids"][name]["status"] for name in ("policy", "person")} == dict.fromkeys(
        ("policy", "person"), "unknown"
    )


def test_it_reads_in_a_cell_and_in_a_terminal():
    found = wai.eval_health(TUNED, rows_of("again", model="tuned"))
    for text in (str(found), found._repr_mimebundle_()["text/html"]):
        for words in ("The comparison is void: policy", "✓ ok", "✗ bad", "· not checked", "every difference is noise"):
            assert words in " ".join(re.sub("<[^>]+>", " ", text).split())
    assert list(found.to_frame()["name"]) == [*NAMES, "policy", "person", "yardstick"]


def test_no_rows():
    found = wai.eval_health([])
    assert not found["ok"]
    assert "No rows" in str(found)


@pytest.mark.parametrize(("train", "error"), [({"prompt": "x"}, SettingError), (5, RowError), ([1, 2], RowError)])
def test_training_texts_that_are_none(train, error):
    with pytest.raises(error, match="train"):
        wai.eval_health(rows_of("x"), train=train)
