from __future__ import annotations

import gc
import gzip
import json
import os
import stat
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wai_nb.errors import ArgumentError, RowError
from wai_nb.records.files import replacing
from wai_nb.records.jsonl import iter_jsonl, json_line, read_jsonl, write_jsonl
from wai_nb.records.values import jsonable

ROWS = [{"prompt": "naïve 👩‍👧", "reward": 1}, {"prompt": "two", "steps": []}]


def strict(text: str) -> Any:
    def refuse(name: str) -> Any:
        raise AssertionError(name)

    return json.loads(text, parse_constant=refuse)


def put(folder: Path, data: bytes, name: str = "run.jsonl") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def complaint(path: Path) -> str:
    with pytest.raises(RowError) as caught:
        read_jsonl(path)
    return str(caught.value).replace(str(path), path.name)


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "RUN.JSONL.GZ", "no-suffix"])
def test_round_trip(tmp_path: Path, name: str) -> None:
    assert write_jsonl(tmp_path / name, ROWS) == 2
    assert read_jsonl(str(tmp_path / name)) == ROWS
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert ((tmp_path / name).read_bytes()[:2] == b"\x1f\x8b") is name.lower().endswith(".gz")


def test_the_bytes_are_strict_and_the_same_each_time(tmp_path: Path) -> None:
    rows = [{"a": float("nan"), "half \ud83d": "\udc97", "breaks": "\u2028 \u2029 \x85 \r \n", "set": {"b", "a"}}]
    for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.gz"):
        write_jsonl(tmp_path / name, rows)
    text = (tmp_path / "a.jsonl").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 1 and text.endswith("}\n")
    want = {"a": "NaN", "half \ufffd": "\ufffd", "breaks": "\u2028 \u2029 \x85 \r \n", "set": ["a", "b"]}
    assert strict(text) == want == read_jsonl(tmp_path / "a.jsonl")[0] == read_jsonl(tmp_path / "b.jsonl.gz")[0]
    assert (tmp_path / "b.jsonl.gz").read_bytes() == (tmp_path / "c.jsonl.gz").read_bytes()


def test_json_line_is_one_line_without_break() -> None:
    assert json_line({"a": "x\ny", "b": 1}) == '{"a": "x\\ny", "b": 1}'


def test_no_rows_make_an_empty_file(tmp_path: Path) -> None:
    assert write_jsonl(tmp_path / "none.jsonl", []) == 0
    assert read_jsonl(tmp_path / "none.jsonl") == []
    assert write_jsonl(tmp_path / "none.jsonl.gz", iter([])) == 0
    assert read_jsonl(tmp_path / "none.jsonl.gz") == []


def test_missing_folders_are_made(tmp_path: Path) -> None:
    assert write_jsonl(tmp_path / "a" / "b" / "run.jsonl", ROWS) == 2


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_jsonl(path, ROWS)

    def rows() -> Any:
        yield {"a": 1}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_jsonl(path, rows())
    with pytest.raises(RowError, match=r"rows\[1\] is 17 \(int\)\. A row is a dict\."):
        write_jsonl(path, [{"a": 1}, 17])  # type: ignore[list-item]
    assert read_jsonl(path) == ROWS
    assert [item.name for item in tmp_path.iterdir()] == ["run.jsonl"]


def test_a_file_can_be_rewritten_from_itself(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_jsonl(path, ROWS)
    assert write_jsonl(path, (row for row in iter_jsonl(path) if "reward" in row)) == 1
    assert read_jsonl(path) == ROWS[:1]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and links")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    write_jsonl(path, ROWS)
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)  # the umask holds
    path.chmod(0o640)
    link.symlink_to(path)
    write_jsonl(link, ROWS[:1])
    assert link.is_symlink() and read_jsonl(path) == ROWS[:1]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_replacing_any_file(tmp_path: Path) -> None:
    with replacing(tmp_path / "x.txt") as file:
        file.write(b"one")
        assert not (tmp_path / "x.txt").exists()
    assert (tmp_path / "x.txt").read_bytes() == b"one"


@pytest.mark.parametrize("rows", [{"a": 1}, "text", b"bytes", 5, None])
def test_rows_must_be_a_list(tmp_path: Path, rows: Any) -> None:
    with pytest.raises(ArgumentError, match=r"rows=.* is no list of rows\. Give rows=\[row\]\."):
        write_jsonl(tmp_path / "x.jsonl", rows)


@pytest.mark.parametrize("path", [5, None, b"run.jsonl", ["run.jsonl"]])
def test_path_must_be_a_path(path: Any) -> None:
    for call in (lambda: write_jsonl(path, ROWS), lambda: read_jsonl(path)):
        with pytest.raises(ArgumentError, match=r"path=.* is no file name\. Give text or a pathlib\.Path\."):
            call()


def test_a_blank_path_or_a_folder_is_refused(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "run.jsonl", ROWS)
    with pytest.raises(RowError, match="path='  ' is blank"):
        read_jsonl("  ")
    with pytest.raises(RowError, match=r"is a folder\. Give a file name\. It holds 'run\.jsonl'\."):
        read_jsonl(tmp_path)
    with pytest.raises(RowError, match=r"is a folder\. Give a file name, for example"):
        write_jsonl(tmp_path, ROWS)


def test_bom_crlf_blank_lines_and_no_last_break(tmp_path: Path) -> None:
    data = '\ufeff{"a": "x\\r\\ny"}\r\n\r\n{"b": "بقي"}\r\n  \t\r\n\r\n\ufeff{"c": 1}'.encode()
    path = put(tmp_path, data)
    assert read_jsonl(path) == [{"a": "x\r\ny"}, {"b": "بقي"}, {"c": 1}]
    assert read_jsonl(put(tmp_path, gzip.compress(data), "packed.jsonl")) == read_jsonl(path)
    assert read_jsonl(put(tmp_path, data, "not-packed.gz")) == read_jsonl(path)


def test_lines_end_at_lf_alone(tmp_path: Path) -> None:
    path = put(tmp_path, '{"a": "one\u2028two\u2029three\x85four"}\n{"b": 1}\n'.encode())
    assert read_jsonl(path) == [{"a": "one\u2028two\u2029three\x85four"}, {"b": 1}]


def test_surrogates_and_huge_numbers_read_as_they_would_be_written(tmp_path: Path) -> None:
    path = put(tmp_path, b'{"a": "\\ud83d x", "pair": "\\ud83d\\ude00", "\\uDC97": 1}\n{"n": 1e999, "m": -1e999}\n')
    rows = read_jsonl(path)
    assert rows == [{"a": "\ufffd x", "pair": "😀", "\ufffd": 1}, {"n": "Infinity", "m": "-Infinity"}]
    assert jsonable(rows) == rows


def test_the_last_of_two_equal_keys_is_kept(tmp_path: Path) -> None:
    assert read_jsonl(put(tmp_path, b'{"a": 1, "a": 2}')) == [{"a": 2}]


END = "Each line must be one JSON object; mend or remove the line."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"a": 1', f"column 8: Expecting ',' delimiter. The line begins '{{\"a\": 1'. {END}"),
        (b'{"a": 1}{"b": 2}', f'column 9: Extra data. The line begins \'{{"a": 1}}{{"b": 2}}\'. {END}'),
        (b"17", f"column 1: the line is a number, not an object. The line begins '17'. {END}"),
        (b"null", f"column 1: the line is null, not an object. The line begins 'null'. {END}"),
        (b'"text"', f"column 1: the line is a text, not an object. The line begins '\"text\"'. {END}"),
        (b"true", f"column 1: the line is true or false, not an object. The line begins 'true'. {END}"),
        (b'[{"a": 1}]', f"column 1: the line is a list, not an object. The line begins '[{{\"a\": 1}}]'. {END}"),
        (
            b'{"x": "NaN \\" NaN", "a": NaN}',
            "column 26: NaN is not JSON, write null. The line begins "
            + repr('{"x": "NaN \\" NaN", "a": NaN}')
            + f". {END}",
        ),
        (
            b'{"a": -Infinity}',
            f"column 7: -Infinity is not JSON, write null. The line begins '{{\"a\": -Infinity}}'. {END}",
        ),
        (b'{"a": "\xe9"}', f'column 8: byte 0xe9 is not UTF-8. The line begins \'{{"a": "\ufffd"}}\'. {END}'),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: bytes, message: str) -> None:
    assert complaint(put(tmp_path, b'{"good": 1}\n\n' + line + b"\n")) == f"run.jsonl, line 3, {message}"


def test_a_long_bad_line_is_cut(tmp_path: Path) -> None:
    message = complaint(put(tmp_path, b'{"a": "' + b"x" * 10_000))
    assert len(message) < 300 and "x…'" in message


def test_a_huge_integer_and_endless_brackets_are_bad_lines(tmp_path: Path) -> None:
    assert "line 1, column 1: Exceeds the limit" in complaint(put(tmp_path, b'{"a": ' + b"9" * 5000 + b"}"))
    assert "line 1, column 1: " in complaint(put(tmp_path, b'{"a": ' + b"[" * 200_000))


def test_missing_files_name_the_nearest(tmp_path: Path) -> None:
    put(tmp_path, b"", "traces.jsonl")
    assert complaint(tmp_path / "trace.jsonl") == "trace.jsonl: no such file. Did you mean 'traces.jsonl'?"
    assert complaint(tmp_path / "zzz") == "zzz: no such file. It holds 'traces.jsonl'."
    message = complaint(tmp_path / "gone" / "run.jsonl")
    assert message.startswith("run.jsonl: no such file, and no such folder (")


def test_utf16_and_damaged_gzip_are_said(tmp_path: Path) -> None:
    assert complaint(put(tmp_path, '{"a": 1}'.encode("utf-16"))) == "run.jsonl is UTF-16 text. Save it as UTF-8."
    lines = b"".join(json.dumps({"n": i, "x": os.urandom(20).hex()}).encode() + b"\n" for i in range(1000))
    cut = put(tmp_path, gzip.compress(lines)[:-4000], "cut.jsonl.gz")
    errors: list[tuple[int, str]] = []
    rows = list(iter_jsonl(cut, on_error=lambda line, error: errors.append((line, str(error)))))
    assert 0 < len(rows) < 1000 and rows[-1]["n"] == len(rows) - 1
    assert errors[0][0] == len(rows) + 1 and "the gzip data is damaged or ends early" in errors[0][1]
    with pytest.raises(RowError, match="gzip data"):
        read_jsonl(cut)


def test_bad_lines_can_be_counted_and_skipped(tmp_path: Path) -> None:
    path = put(tmp_path, b'{"a": 1}\n17\nnull\n{"b": 2}\n{"c": ')
    errors: list[int] = []
    assert list(iter_jsonl(path, on_error=lambda line, error: errors.append(line))) == [{"a": 1}, {"b": 2}]
    assert errors == [2, 3, 5]


def test_reading_needs_the_memory_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    write_jsonl(path, ({"n": i, "text": "x" * 1000} for i in range(5000)))
    tracemalloc.start()
    total = sum(row["n"] for row in iter_jsonl(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 5000 * 4999 // 2 and peak < 1_000_000


def test_the_garbage_collector_is_on_again_after_reading(tmp_path: Path) -> None:
    assert gc.isenabled()
    complaint(put(tmp_path, b"17"))
    assert gc.isenabled()


def test_an_unfinished_reader_closes_its_file(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "run.jsonl.gz", ROWS)
    reader = iter_jsonl(tmp_path / "run.jsonl.gz")
    assert next(reader) == ROWS[0]
    reader.close()  # a ResourceWarning would fail the test


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(st.lists(st.dictionaries(st.text(st.characters(codec=None), max_size=4), _VALUES, max_size=4), max_size=4))
def test_what_is_written_is_read(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    for name in ("x.jsonl", "x.jsonl.gz"):
        assert write_jsonl(tmp_path / name, rows) == len(rows)
        assert read_jsonl(tmp_path / name) == jsonable(rows)
