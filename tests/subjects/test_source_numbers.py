"""The numbers in the source of a solver, in each language, and the choice among them."""

from pathlib import Path

import pytest

from crosscover.exit_code import UsageError
from crosscover.options import Options
from crosscover.reference import Shape
from crosscover.subjects.source_numbers import MAX_NUMBERS, limits_of, numbers_in


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("LIMIT = 50_000", [50000]),
        ("a = 0xFF + x; b = 0b101; c = 0o17", [255, 5, 15]),
        ("a = 1 << 16; b = 10**6; c = 2**31 - 1; d = 9 * 9", [65536, 1000000, 2147483647, 81]),
        ("x = cells * 9 + 80", [9, 80]),
        ("# 17\nname = '18'\n'''19'''\nf'{name}20'", []),
        ("a = True; b = 1.5; c = 1e6; d = 2j", []),
        ("if n > -(3 - 83): pass", [80]),
        ("huge = 10**10**10", [10, 10000000000]),
        ("one = 1 << -1 or 1 // 0", [1, -1, 1, 0]),
        ("print 'Python 2', 17  # 18", [17]),
    ],
)
def test_python(text: str, numbers: list[int]) -> None:
    """Python's integers are read and its constant expressions computed, without comments, strings and floats."""
    assert numbers_in(text, is_python=True) == numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("int a[80]; // 17\n/* 18\n19 */ #define N 44\n# 20\n#!/bin/awk 21", [80, 44]),
        ("puts(\"66 \\\" 67\"); c = '5'; d = '\\''; e = '6';", []),
        ("let s = `70 ${71}\n72`, n = 73n;", [73]),
        ("0xFFul 0b1'01 0o17 1_000_000 1'000'000u 80usize", [255, 5, 15, 1000000, 1000000, 80]),
        ("1.5 2. 3e5 .75 6.5f 7.e 1.0e-9", [7]),
        ("0..80 (17).times 81.times", [0, 80, 17, 81]),
        ("N = 1 << 16; M = 64 * 1024; return 256 * 4; k = (1 << 8) - 1", [65536, 65536, 1024, 256, 1]),
        ("row * 9 + 80; 9 + 80 * (2); a[15] + 16; 100 / n", [9, 80, 9, 80, 2, 15, 16, 100]),
        ("x = 7 / 2; y = 5 + / 3", [3, 5, 3]),
        ("#count = 80; this.#n = x2 + $3", [80]),
        ("9" * 5000, []),
        (f"x = {'+'.join(['17'] * 5000)}", [17] * 5000),
    ],
)
def test_other_languages(text: str, numbers: list[int]) -> None:
    """Numbers are found in C, JavaScript, Rust and others, without comments, strings, floats and names."""
    assert numbers_in(text, is_python=False) == numbers


def test_modules_beside_it(tmp_path: Path) -> None:
    """A Python file is read with the modules that it imports from its folder, each once."""
    (tmp_path / "solver.py").write_text("import os\nfrom search import solve as other\nimport missing\nLIMIT = 80\n")
    (tmp_path / "search.py").write_text("import solver\nNODES = 50_000\n")
    (tmp_path / "unrelated.py").write_text("SIZE = 77\n")
    assert limits_of(f"python:{tmp_path}/solver.py:solve", Options()) == (80, 50000)


def test_sources() -> None:
    """Engines, programs and installed modules have no source unless it is named."""
    assert [limits_of(spec, Options()) for spec in ("engine:dlx", "exec:python3 a.py", "python:json:loads")] == [()] * 3


def test_named_source(tmp_path: Path) -> None:
    """The file that is named is read instead of that of a function."""
    (tmp_path / "solver.js").write_text("const LIMIT = 80;")
    (tmp_path / "solver.ts").write_text("const LIMIT: number = 300; // 301")
    spec, options = f"js:{tmp_path}/solver.js:solve", Options(source=str(tmp_path / "solver.ts"))
    assert [limits_of(spec, Options()), limits_of(spec, options), limits_of("exec:solver", options)] == [
        (80,),
        (300,),
        (300,),
    ]


@pytest.mark.parametrize("name", ["missing.c", "."])
def test_unreadable(name: str, tmp_path: Path) -> None:
    """A named source that cannot be read is a usage error."""
    path = tmp_path / name
    with pytest.raises(UsageError, match=f"source: cannot read {path}: "):
        limits_of("exec:solver", Options(source=str(path)))


def test_usual_numbers(tmp_path: Path) -> None:
    """Small numbers, huge ones, and those of the shape are no limits."""
    (tmp_path / "solver.c").write_text("int a[81], b[27], c = 511, d = 9, e = 80, f = 1000000007, g = 36, h = 48;")
    options = Options(source=str(tmp_path / "solver.c"))
    shapes = [Options(source=options.source, shape=Shape(2, 3)), options]
    assert [limits_of("exec:a", one) for one in shapes] == [(27, 80, 81, 511), (36, 80)]


def test_too_many(tmp_path: Path) -> None:
    """Of many numbers those stay that people choose: powers of 2 and round numbers."""
    table = ", ".join(str(number * 7919 % 99991) for number in range(100, 2000))
    (tmp_path / "solver.py").write_text(f"TABLE = [{table}]\nNODES, SIZE = 50_000, 4097\n")
    found = limits_of(f"python:{tmp_path}/solver.py:solve", Options())
    assert (len(found), {50000, 4097} <= {*found}, list(found) == sorted(found)) == (MAX_NUMBERS, True, True)
