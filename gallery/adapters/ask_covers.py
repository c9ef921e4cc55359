"""Runs a wrapper of an exact-cover library as a program: each line is a search as JSON, each answer a line of JSON.

A search has the `primary` and `secondary` items and the `options`, takes at most `take` covers from an iterator, and is
`again` the search before: of the same object, if the wrapper returned a function. An exception is written as `raised`.
"""

import contextlib
import importlib
import inspect
import itertools
import json
import sys


def main() -> None:
    """Ask the function `covers` of `adapter.py` beside this file; it may take no secondary items."""
    with contextlib.redirect_stdout(sys.stderr):
        covers = importlib.import_module("adapter").covers
    parameters = len(inspect.signature(covers).parameters)
    arguments, found, iterators = [], None, []
    for line in sys.stdin:
        search = json.loads(line)
        with contextlib.redirect_stdout(sys.stderr):
            try:
                if not search["again"]:
                    arguments = [search["primary"], search["options"], search["secondary"]][:parameters]
                if not (search["again"] and callable(found)):
                    found = covers(*arguments)
                answer = found() if callable(found) else found
                if hasattr(answer, "__next__"):
                    iterators.append(answer)  # stays open
                    answer = list(itertools.islice(answer, search["take"]))
            except BaseException as error:
                answer = {"raised": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer, default=_plain), flush=True)


def _plain(value):
    """A set as a list, a number of numpy as an integer."""
    return list(value) if isinstance(value, set) else int(value)


if __name__ == "__main__":
    main()
