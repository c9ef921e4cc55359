"""The rules of exact covers, checked option by option, without a search."""

from collections.abc import Iterable

from .problem import Problem


def violation(problem: Problem, cover: Iterable[int]) -> str:
    """Return the first rule that a set of options breaks, in words; empty if it is a cover."""
    used: dict[str, list[str | None]] = {}
    chosen = list(cover)
    for number in chosen:
        if not 0 <= number < len(problem.options):
            return f"there is no option {number}"
    if len(set(chosen)) < len(chosen):
        return "it contains an option twice"
    for number in chosen:
        entries = list(map(problem.split, problem.options[number]))
        if not any(name in problem.primary for name, _ in entries):
            return f"option {number} contains no primary item"
        for name, color in entries:
            used.setdefault(name, []).append(color)
    for name in problem.primary:
        if name not in used:
            return f"no option contains {name}"
        if len(used[name]) > 1:
            return f"{len(used[name])} options contain {name}"
    for name in problem.secondary:
        colors = used.get(name, [])
        if len(colors) > 1 and (None in colors or len(set(colors)) > 1):
            return f"options share the secondary item {name}" + (" in different colors" if problem.colors else "")
    return ""
