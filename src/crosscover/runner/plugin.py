"""The pytest plugin: which subject is judged, which properties apply to it, and what a failure looks like.

It is loaded by every pytest of an environment that crosscover is installed in, so it imports nothing of crosscover
until a property is collected. The trial of a run is made from the options below, unless `crosscover check` puts its
own into the stash.
"""

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from crosscover.harness.applies import Asked
    from crosscover.harness.harness import Trial
    from crosscover.report.events import Outcome

MARK = "crosscover"
TRIAL: "pytest.StashKey[Trial]" = pytest.StashKey()
OUTCOME: "pytest.StashKey[Outcome]" = pytest.StashKey()

OPTIONS = {
    "subject": "the solver under test: engine:NAME, python:FILE_OR_MODULE:FUNCTION or exec:COMMAND",
    "contract": "what it promises: proper, any or count",
    "dialect": "the text form that a program speaks",
    "call": "how a function takes a puzzle: text or rows",
    "refusal": "the text that says that there is no solution",
    "time-limit": "seconds that a run may take",
    "puzzle-time": "seconds that a run may take longer for each of its puzzles",
    "memory-limit": "MiB that it may use",
    "examples": "how many batches are drawn for a property",
    "seed": "the seed of what is drawn; a fresh one by default",
}

FILES = ("test_kept", "test_table", "test_encodings", "test_dancing_links", "test_engine", "test_solver", "test_proof")
"""The order of the files of properties: first what failed before, what is quick, and what others rest upon."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--crosscover-…`."""
    group = parser.getgroup("crosscover", "judging Sudoku solvers")
    for name, text in OPTIONS.items():
        group.addoption(f"--crosscover-{name}", metavar=name.upper(), help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of properties."""
    config.addinivalue_line("markers", f"{MARK}(asked): a property of Sudoku solvers, and whom it is asked of")


@pytest.fixture(scope="session")
def crosscover_trial(pytestconfig: pytest.Config) -> Generator["Trial"]:
    """The trial of the subject that the options name."""
    made = trial_of(pytestconfig)
    yield made
    made.subject.close()


@pytest.fixture(scope="session")
def trial(crosscover_trial: "Trial") -> "Trial":
    """The same, where no conftest.py is read."""
    return crosscover_trial


def trial_of(config: pytest.Config) -> "Trial":
    """The trial of a run of pytest, made from its options when it is first asked for."""
    if TRIAL not in config.stash:
        from crosscover.oracles.errors import UnavailableEngineError  # noqa: PLC0415 - see the module
        from crosscover.harness.factory import trial_from_words  # noqa: PLC0415 - see the module

        words = {name: config.getoption(f"--crosscover-{name}") for name in OPTIONS}
        try:
            config.stash[TRIAL] = trial_from_words({name: word for name, word in words.items() if word is not None})
        except (UnavailableEngineError, ValueError) as error:
            raise pytest.UsageError(f"crosscover: {error}") from None
    return config.stash[TRIAL]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the properties that are not asked of the subject, and put the others into their order."""
    asked = {item: _asked(item) for item in items}
    if not any(asked.values()):
        return
    judge = trial_of(config)
    left_out = [item for item, of_whom in asked.items() if of_whom is not None and not judge.is_asked(of_whom)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted((item for item in items if item not in left_out), key=_turn)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Open the record of a property."""
    if _asked(item) is not None:
        trial_of(item.config).begin(item.name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say in a failure what people need to see, and let nothing pass that judged nothing."""
    report = yield
    asked = _asked(item)
    if asked is None or call.when != "call":
        return report
    from crosscover.report.display import explained  # noqa: PLC0415 - see the module
    from crosscover.harness.outcome import Tested, outcome_of  # noqa: PLC0415 - see the module

    error = None if call.excinfo is None else call.excinfo.value
    tested, judge = Tested(item.name, statement_of(item), asked), trial_of(item.config)
    outcome = outcome_of(tested, judge.record, call.duration, error, certifies=judge.certifies)
    item.stash[OUTCOME] = outcome
    if outcome.failure is not None:
        report.outcome = "failed"
        report.longrepr = explained(outcome)
    return report


def statement_of(item: pytest.Item) -> str:
    """What a property says: the docstring of its test."""
    return str(getattr(item, "obj", item).__doc__).split("\n", maxsplit=1)[0]


def _asked(item: pytest.Item) -> "Asked | None":
    marker = item.get_closest_marker(MARK)
    return None if marker is None else marker.args[0]


def _turn(item: pytest.Item) -> int:
    return FILES.index(item.path.stem) if _asked(item) is not None and item.path.stem in FILES else -1
