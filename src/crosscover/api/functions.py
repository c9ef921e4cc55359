"""Writes a function of this process, such as a cell of a notebook defines, to a file from which a check can load it."""

import pickle
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # it has no types

from crosscover.report.files import STORE, atomic_write

MODULE = '''\
"""The function {name} as it was given to crosscover.check, which writes this file anew each time."""

import pickle
import sys
from base64 import b64decode

sys.path[:] = {path!r}
{name} = pickle.loads(b64decode("""
{data}
"""))
'''


def write_function(function: Callable[..., object]) -> str:
    """Write a function with all that it refers to into the folder of saved failures; its specification as a subject.

    What can be imported is written as its name, all else, closures and what cells of a notebook define, as it is now.
    It is loaded by the same version of Python alone. Another function of the same name takes its place, so that what
    one has failed on is asked of the next. Raises ValueError where it refers to what cannot be copied, OSError where
    nothing can be written.
    """
    name = getattr(function, "__name__", "")
    name = name if name.isidentifier() else "solve"
    try:
        pickled: bytes = cloudpickle.dumps(function)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - as above
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{name} cannot be copied into another process: {error}") from None
    path = [str(Path(place).resolve()) for place in sys.path]
    data = "\n".join(wrap(b64encode(pickled).decode(), 100))
    module = Path(STORE) / f"notebook_{name}.py"
    module.parent.mkdir(exist_ok=True)
    atomic_write(module, MODULE.format(name=name, path=path, data=data))
    return f"python:{module}:{name}"


Solver = str | Callable[[Any], object]
"""A subject as `crosscover check` names it, or a function of this process."""
