"""Words for every report: numbers with nouns, tables, versions, and speeds."""

from collections.abc import Iterator, Mapping, Sequence

from crosscover.result import Failure, Rate, significant


def pluralize(number: int, plural: str) -> str:
    """Return a number with its noun, given as a plural in -s: `1 puzzle`, `1,200 puzzles`, `1 property`."""
    if number != 1:
        return f"{number:,} {plural}"
    return f"1 {plural.removesuffix('ies')}y" if plural.endswith("ies") else f"1 {plural.removesuffix('s')}"


def expected_heading(failure: Failure) -> str:
    """Return the heading of the expected grid."""
    return "expected (certified)" if failure.certified else "expected"


def list_some(names: Sequence[str], most: int = 3) -> str:
    """Return the first names and the number of further names: `a, b, c (12 more)`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" ({more:,} more)" if more > 0 else "")


def aligned(rows: Sequence[Sequence[str]], alignments: str) -> Iterator[str]:
    """Yield rows as lines with columns aligned left (`<`) or right (`>`); the last alignment repeats.

    >>> list(aligned([("a", "1"), ("bcd", "10")], "<>"))
    ['a     1', 'bcd  10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    directions = alignments + alignments[-1] * len(widths)
    for row in rows:
        cells = zip(row, directions, widths, strict=False)
        yield "  ".join(f"{text:{direction}{width}}" for text, direction, width in cells).rstrip()


def describe_bound(rarer_than: int | None) -> str:
    """Return the bound on the frequency of errors, `1 in 350`; empty if there is none."""
    return "" if rarer_than is None else f"1 in {rarer_than:,}"


def describe_versions(versions: Mapping[str, str]) -> str:
    """Return the versions of packages in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def describe_run(started: str, seconds: float, machine: Mapping[str, str]) -> dict[str, str]:
    """Return the known date, duration and machine of a run, by name."""
    facts = {
        "date": started.replace("T", " ").removesuffix("+00:00") + " UTC" if started else "",
        "duration": f"{seconds:.1f} s",
        "machine": describe_versions(machine),
    }
    return {name: fact for name, fact in facts.items() if fact}


def speed(rate: Rate) -> str:
    """Return the speed in puzzles per second, or its upper bound."""
    number = f"{significant(1 / rate.seconds)} puzzles/s" if rate.seconds else "too fast to measure"
    return f"less than {number}" if rate.is_bound else number


def describe_rate(rate: Rate) -> str:
    """Return the speed for a kind of puzzle, and how it compares with the reference."""
    bound = "at least " if rate.is_bound else ""
    return f"{rate.kind} {speed(rate)}, {bound}{significant(rate.slowdown)} x the time of the reference"
