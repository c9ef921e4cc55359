"""The rules of exact covers, checked option by option, without a search."""

from collections.abc import Iterable

from .problem import Problem


def violation(problem: Problem, cover: Iterable[int]) -> str:
    """Return the first rule that a set of options breaks, in words; empty if it is a cover."""
    chosen = list(cover)
    unknown = next((number for number in chosen if not 0 <= number < len(problem.options)), None)
    if unknown is not None:
        return f"there is no option {unknown}"
    if len(set(chosen)) < len(chosen):
        return "it contains an option twice"
    used: dict[str, list[str | None]] = {name: [] for name in problem.items}
    for number in chosen:
        entries = list(map(problem.split, problem.options[number]))
        if not any(problem.number[name] < len(problem.primary) for name, _ in entries):
            return f"option {number} contains no primary item"
        for name, color in entries:
            used[name].append(color)
    for name in problem.primary:
        if len(used[name]) != 1:
            return f"{len(used[name])} options contain {name}" if used[name] else f"none of its options contains {name}"
    for name in problem.secondary:
        if len(used[name]) > 1 and (None in used[name] or len(set(used[name])) > 1):
            return f"options share the secondary item {name}{' in different colors' if problem.colors else ''}"
    return ""
