"""Algorithm X with dictionaries and sets, no undo; `solve` yields the option names of each cover."""

from collections.abc import Iterable, Iterator, Mapping


def solve(X: Iterable[str], Y: Mapping[str, list[str]]) -> Iterator[list[str]]:  # noqa: N803 - the usual names
    """Yield the covers of the items X by the options Y."""
    columns: dict[str, set[str]] = {item: set() for item in X}
    for name, items in Y.items():
        for item in items:
            columns[item].add(name)
    yield from search(columns, Y, [], 0)


def search(
    columns: dict[str, set[str]], rows: Mapping[str, list[str]], chosen: list[str], depth: int
) -> Iterator[list[str]]:
    """Yield the covers that contain the chosen options; `columns` holds the options left for each item left."""
    if not columns:
        yield list(chosen)
        return
    least = min(map(len, columns.values()))
    item = next(item for item, names in columns.items() if len(names) == least)
    for name in sorted(columns[item]):
        clashing: set[str] = set()
        for covered in rows[name]:
            clashing |= columns[covered]
        rest = {other: names - clashing for other, names in columns.items() if other not in rows[name]}
        chosen[depth:] = [name]
        yield from search(rest, rows, chosen, depth + 1)
