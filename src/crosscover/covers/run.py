"""A run of the properties against an exact-cover solver, as `runner.run` is for a Sudoku solver.

    for round: for property: draw examples, run the solver, judge its answers ──► first failure, shrunk ──► reports

Each round draws twice as many examples as the one before. The examples depend only on seed, property and round.
"""

import math
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from msgspec.structs import replace

from crosscover.harness.budget import MAX_DOUBLINGS, Clock, Deadline, Steps
from crosscover.harness.examples import TimeIsUpError, run_examples
from crosscover.harness.limits import (
    END_SECONDS,
    KNOWN_SHARE,
    MIN_SECONDS,
    OVERTIME,
    SHRINK_SECONDS,
    SHRINK_SHARE,
    VOLUME_SECONDS,
)
from crosscover.harness.observations import MAX_PASSED
from crosscover.report.events import Event, Failing, Judged, Listener, Progress, Started, send
from crosscover.report.summary import grade_of, repeat_command, with_words
from crosscover.result import CheckedProperty, CheckResult, Failure, Gap, GapKind, RunEnd, Setup, Status, significant
from crosscover.runner.saved import save
from crosscover.system import lost_interrupts_repeated

from .circumstances import circumstances_of
from .engines import dancing_covers
from .failures import failure_of
from .forms import Promise
from .judging import is_easy
from .known import KnownProblem
from .panel import MAX_COVERS, CoverDisagreementError, Expected
from .problem import Problem
from .properties import PROPERTIES, CoverProperty, Example
from .searches import EVERY, SearchJudge, Seen, WrongSearch
from .shrinking import shrink
from .subject import MAX_TAKEN, CoverSubject, SearchStep

EXAMPLES = 4
"""Number of examples of each property in the first round."""

BATCH = 16
"""Number of examples per run of the solver."""

QUICK = "dlx", "sat"
"""The engines that decide problems while a failure is shrunk; they read a problem independently of each other."""

SAVED, COUNTS = "saved_failures", "known_counts"
"""Names of properties."""

SHRINK_STEPS = 1000
CANDIDATES = 8
"""Number of smaller problems in one process while a failure is shrunk: JavaScript takes long to start."""

REPEATS = 3
"""Maximum number of runs for shrinking a failure, and for repeating one that does not occur again."""

MAX_COST = 3000
"""Maximum cost of known problems in one process, and of one that a check must not leave out; see `KnownProblem.cost`.

The others have 7,000 nodes, or thousands of covers: the reference takes up to 6 s for one.
"""

MAX_SLOW = 2
"""Number of known problems without an answer in time after which further ones are left out."""

MAX_SAMPLE = 300
"""Maximum number of failures that are collected for the circumstances."""


@dataclass(slots=True, eq=False)
class JudgedProperty:
    """A property with its result so far, its failure, the known problems that wait, and what was not judged.

    `lacks_cheap` tells whether a known problem of at most `MAX_COST` was left out. `distinct` holds hashes of problems.
    """

    prop: CoverProperty
    result: CheckedProperty
    waiting: list[KnownProblem]
    failure: Failure | None = None
    lacks_cheap: bool = False
    gaps: Counter[GapKind] = field(default_factory=Counter[GapKind])
    distinct: set[int] = field(default_factory=set[int])

    @property
    def has_failed(self) -> bool:
        """Whether the solver failed it."""
        return self.result.status.has_failed

    def is_over(self, rounds: int) -> bool:
        """Whether it judges nothing more after a number of rounds."""
        return self.has_failed or (rounds > 0 and self.prop.examples is None and not self.waiting)

    def leave_out_rest(self) -> None:
        """Skip the known problems that wait."""
        self.gaps["skipped"] += len(self.waiting)
        self.lacks_cheap |= any(known.cost <= MAX_COST for known in self.waiting[:1])  # cheap ones come first
        self.waiting.clear()

    def finish(self, *, is_complete: bool, is_empty: bool, is_timed: bool) -> None:
        """Set the gaps, and the status if nothing was judged; the whole run may be empty.

        The check is not decided if nothing was judged, if a saved failure was not judged, or if a run with a time limit
        left out cheap known problems, unless the solver had no answer within its limit.
        """
        result = self.result
        if is_complete and not self.has_failed:
            self.leave_out_rest()
        is_answered = not self.gaps["no answer"]
        lacks_time = is_timed and is_answered and self.lacks_cheap
        gaps = [
            Gap(kind, number, decisive=self.prop.name == SAVED or (lacks_time and kind == "skipped"))
            for kind, number in self.gaps.items()
            if number
        ]
        if result.status is Status.NOT_RUN and gaps:
            result.status = Status.NOT_DECIDED
        is_unjudged = result.status in (Status.NOT_RUN, Status.NOT_DECIDED)
        if is_unjudged and is_complete and (is_empty or is_answered):
            gaps.append(Gap("not run", 1, decisive=True))
        result.distinct = len(self.distinct)
        result.gaps = tuple(gaps)


def _size(example: Example) -> int:
    return sum(len(step.problem.options) for step in example)


class ExactCoverRun:
    """Properties are judged for `seconds`, or `rounds`, or until `after_failure` seconds after the first failure.

    Saves failures in the folder `store`, if there is one. With `stops_at_failure` the first failure ends the run.
    `spent` is the time in seconds since the command started.
    """

    def __init__(
        self,
        subject: CoverSubject,
        setup: Setup,
        listeners: Sequence[Listener] = (),
        *,
        properties: Sequence[CoverProperty] = PROPERTIES,
        saved: Sequence[Example] = (),
        seconds: float = math.inf,
        after_failure: float = math.inf,
        rounds: int | None = None,
        stops_at_failure: bool = False,
        store: Path | None = None,
        clock: Clock = time.monotonic,
        spent: float = 0.0,
    ) -> None:
        self.subject = subject
        self.setup = setup
        self.error: BaseException | None = None
        self._listeners = listeners
        self._saved = sorted(filter(subject.takes_all, saved), key=_size)
        given = [CoverProperty(SAVED, "Problems that the solver failed in earlier runs.")] if self._saved else []
        self._properties = [
            JudgedProperty(prop, CheckedProperty(prop.name, prop.statement, unit="problems"), list(prop.known))
            for prop in (*given, *(each for each in properties if each.applies(subject)))
        ]
        self._searches = SearchJudge(subject)
        self._rounds = rounds
        self._after_failure = after_failure
        self._stops_at_failure = stops_at_failure
        self._store = store
        self._clock = clock
        self._started = clock() - spent
        self._seconds = seconds
        self._last = Deadline(clock).within(seconds - spent)
        self._end = self._last.within(seconds)
        self._failing: list[JudgedProperty] = []
        self._causes: set[str] = set()
        self._passed: list[Seen] = []
        self._failed: list[Seen] = []
        self._speed = ("", 0.0, 0.0)

    def run(self) -> CheckResult:
        """Judge the properties and return the result; an internal error, or one of a listener, is kept in `error`."""
        for listener in self._listeners:
            listener(Started(CheckResult(self.setup, properties=self._results)))
        with lost_interrupts_repeated():
            try:
                rounds = self._judge_all()
                if self._failing and not self._stops_at_failure:
                    self._sample()
                end = RunEnd.TIME if self._end.is_over else RunEnd.FINISHED
                if self._failing and self._stops_at_failure:
                    end = RunEnd.FAILED
                if self.error is not None:
                    end = RunEnd.INTERRUPTED
            except KeyboardInterrupt:
                rounds, end = 0, RunEnd.INTERRUPTED
            except Exception as error:  # the reports must still be written
                self.error = error
                rounds, end = 0, RunEnd.INTERRUPTED if isinstance(error, OSError) else RunEnd.FAULT
        return self._finish(end, rounds)

    @property
    def _results(self) -> tuple[CheckedProperty, ...]:
        return tuple(each.result for each in self._properties)

    def close(self) -> None:
        """End all processes of the solver."""
        self.subject.close()

    def _judge_all(self) -> int:
        """Judge each property in each round; return the number of rounds, including a last one with a failure."""
        number = 0
        while self._rounds is None or number < self._rounds:
            failed = len(self._failing)
            coming = [each for each in self._properties if not each.is_over(number)]
            if not coming:
                break
            for place, judged in enumerate(coming):
                if self._has_ended:
                    return number + (len(self._failing) > failed)
                started = self._clock()
                self._judge(judged, number, self._end.within(self._end.left / (len(coming) - place)))
                judged.result.seconds += self._clock() - started
            number += 1
        return number

    def _judge(self, judged: JudgedProperty, number: int, end: Deadline) -> None:
        """Judge the examples of a round of a property until one fails or the time is up."""
        batch: list[Example] = []

        def judge(example: Example) -> None:
            if end.is_over:
                raise TimeIsUpError
            if self.subject.takes_all(example):
                batch.append(example)
            if len(batch) == (1 if self.subject.is_single else BATCH):
                self._run_batch(judged, batch)
                batch.clear()
                if judged.has_failed:
                    raise TimeIsUpError

        prop = judged.prop
        seed = zlib.crc32(f"{self.setup.seed} {prop.name} {number}".encode())
        try:
            if prop.known:
                self._judge_known(judged, end)
            elif prop.examples is None:
                for example in self._saved:
                    if not judged.has_failed:
                        self._run_batch(judged, [example])
            else:
                examples = EXAMPLES << min(number, MAX_DOUBLINGS)
                with suppress(TimeIsUpError):
                    run_examples(prop.examples(self.subject), judge, seed, examples, shrink=False)
                if batch and not (end.is_over or judged.has_failed):
                    self._run_batch(judged, batch)
        except CoverDisagreementError as error:
            judged.result.status = Status.FAULT
            judged.result.reason = str(error)
        total = sum(each.judged for each in self._results)
        failed = Counter(each.status for each in self._results if each.status.has_failed)
        self._tell(Progress(prop.name, total, failed, self._end.left))

    def _judge_known(self, judged: JudgedProperty, end: Deadline) -> None:
        """Judge problems with known numbers of covers, cheap ones first; two timeouts leave out the rest."""
        waiting, result, is_timed = judged.waiting, judged.result, judged.prop.name == COUNTS
        if is_timed:
            waiting.sort(key=lambda known: known.cost)
        share = KNOWN_SHARE * self._seconds if self._seconds < math.inf else VOLUME_SECONDS
        end = end.within(max(share - result.seconds, 0.0))
        if end.is_over:
            judged.leave_out_rest()
        while waiting and not end.is_over and not judged.has_failed:
            batch = {known.problem: known for known in self._next_known(waiting)}
            examples = [(SearchStep(problem),) for problem in batch if self._takes_known(problem, batch[problem])]
            self._searches.known |= {problem: Expected(known.covers) for problem, known in batch.items()}
            before = result.judged
            limit = self._end.left if all(map(is_easy, batch)) else max(end.left, MIN_SECONDS)
            seconds = self._run_batch(judged, examples, limit)
            if is_timed:
                for (step,), spent in zip(examples[: result.judged - before], seconds, strict=False):
                    if batch[step.problem].covers <= MAX_COVERS:
                        self._measure(batch[step.problem].name, step.problem, spent)
            unjudged = examples[result.judged - before :]
            judged.lacks_cheap |= any(batch[step.problem].cost <= MAX_COST for (step,) in unjudged)
            if len(unjudged) > 1 and not judged.has_failed:
                judged.gaps["skipped"] += len(unjudged) - 1  # behind the timeout
            if judged.gaps["no answer"] + judged.gaps["skipped"] >= MAX_SLOW:
                judged.leave_out_rest()

    def _next_known(self, waiting: list[KnownProblem]) -> Iterator[KnownProblem]:
        """Take the next known problems for one run: several cheap ones, unless each gets a process of its own."""
        yield (first := waiting.pop(0))
        cost = first.cost
        while waiting and not self.subject.is_single and (cost := cost + waiting[0].cost) <= MAX_COST:
            yield waiting.pop(0)

    def _takes_known(self, problem: Problem, known: KnownProblem) -> bool:
        is_too_long = known.covers > MAX_TAKEN and self.subject.reading.promise is Promise.ALL
        return not is_too_long and self.subject.takes(problem)

    def _measure(self, name: str, problem: Problem, seconds: float) -> None:
        """Keep the time of the known problem that takes the reference longest."""
        started = time.process_time()
        dancing_covers(problem, 1 if self.subject.reading.promise in (Promise.ONE, Promise.DECIDE) else MAX_COVERS)
        reference = time.process_time() - started
        if reference > self._speed[2]:
            self._speed = name, seconds, reference

    def _run_batch(
        self, judged: JudgedProperty, examples: Sequence[Example], seconds: float = math.inf
    ) -> Sequence[float]:
        """Run the solver on examples in one process and judge its answers; return the seconds of each search."""
        result = judged.result
        decided = [example for example in examples if self._searches.are_decided(example)]
        judged.gaps["undecided"] += len(examples) - len(decided)
        steps = [step for example in decided for step in example]
        if not steps:
            return ()
        found = self._searches.judge(steps, min(seconds, max(self._end.left, MIN_SECONDS)))
        result.runs += 1
        result.judged += len(found.right)
        self._passed += found.right[: MAX_PASSED - len(self._passed)]
        judged.distinct.update(hash(seen.problem) for seen in found.right)
        if found.right and result.status is Status.NOT_RUN:
            result.status = Status.PASSED
        if found.is_slow:
            judged.gaps["no answer" if found.is_whole else "skipped"] += 1
        if found.wrong is not None:
            owners = [example for example in decided for _ in example]
            self._fail(judged, owners[found.wrong.seen.place], found.wrong)
        return found.seconds

    def _repeat(
        self, steps: Sequence[SearchStep], engines: Sequence[str] = EVERY, more_seconds: float = 0.0
    ) -> WrongSearch | None:
        """Run the solver on steps; return the first wrong answer, None if there is none, or if nothing is known."""
        if not self._searches.are_decided(steps, engines):
            return None
        return self._searches.judge(steps, self._last.left + OVERTIME, engines, more_seconds).wrong

    def _fail(self, judged: JudgedProperty, example: Example, observed: WrongSearch) -> None:
        """Record a failure: repeat it alone, or after the steps before it, shrink it, and save it.

        A wrong answer that does not occur again is a failure that occurs now and then; a timeout is none.
        """
        started = self._clock()
        failing: Sequence[SearchStep] = example
        found = self._repeat(example)
        alone = self._clock() - started
        repeats = 1
        while found is None and repeats <= (1 if observed.objection.is_timeout else REPEATS):
            failing = observed.steps
            found = self._repeat(failing, more_seconds=2 * len(failing) * alone)
            repeats += 1
        if found is None and observed.objection.is_timeout:
            judged.gaps["no answer"] += 1
            return
        if not self._failing:
            self._last.shorten(self._after_failure)
            self._end.shorten(self._last.left - END_SECONDS)
        result, wrong = judged.result, found or observed
        result.failed_after = result.judged
        self._failing.append(judged)
        self._failed.append(observed.seen)
        failure = self._keep(judged, failing, wrong, 0 if found else repeats)  # also if the shrinking is interrupted
        self._tell(Failing(result, ""))
        kind = wrong.objection.kind
        is_new = kind not in self._causes
        self._causes.add(kind)
        is_saved = judged.prop.name == SAVED
        if found is not None and is_new and not (is_saved or found.objection.is_timeout):
            smallest = self._smallest(failing, kind)
            if (again := self._repeat(smallest)) is not None:  # a solver may fail now and then
                failure = self._keep(judged, smallest, again)
        if self._store is not None:
            failure = judged.failure = save(failure, self.setup, self._store, keeps=is_saved)
        self._tell(Judged(result, [failure] if is_new else []))

    def _keep(
        self, judged: JudgedProperty, steps: Sequence[SearchStep], wrong: WrongSearch, repeats: int = 0
    ) -> Failure:
        """Keep and return the failure of a property in these steps, which occurred in none of the `repeats`."""
        prop, result = judged.prop, judged.result
        failure = failure_of(prop.name, prop.statement, steps, wrong.seen.place, wrong.objection)
        judged.failure = replace(failure, repeats=repeats)
        result.status, result.reason = failure.status, failure.reason
        return judged.failure

    def _smallest(self, steps: Sequence[SearchStep], kind: str) -> Sequence[SearchStep]:
        """Return the smallest steps that fail in the same way, as far as there is time."""
        seconds = min(SHRINK_SECONDS, SHRINK_SHARE * self._last.left)

        def fails(smaller: Sequence[SearchStep]) -> bool:
            again = self._repeat(smaller, QUICK)
            return again is not None and again.objection.kind == kind

        def first_failing(part: Sequence[Sequence[SearchStep]]) -> int | None:
            """Run candidates in one process, and the one that fails alone; all of them alone if that one passes."""
            tried = [number for number, smaller in enumerate(part) if self._searches.are_decided(smaller, QUICK)]
            found = self._repeat([step for number in tried for step in part[number]], QUICK) if tried else None
            if found is None:
                return None
            ends = accumulate(len(part[number]) for number in tried)
            first = next(number for number, end in zip(tried, ends, strict=True) if found.seen.place < end)
            return next((number for number in (first, *tried) if fails(part[number])), None)

        budget = Steps(SHRINK_STEPS, Deadline(self._clock).within(seconds))
        return shrink(steps, first_failing, budget, 1 if self.subject.is_single else CANDIDATES)

    def _sample(self) -> None:
        """Run examples of the properties that failed, each in a process of its own, for the circumstances."""
        end = self._last.within(END_SECONDS)
        failed = [judged.prop for judged in self._properties if judged in self._failing]

        def judge(example: Example) -> None:
            if end.is_over or len(self._failed) >= MAX_SAMPLE:
                raise TimeIsUpError
            if self.subject.takes_all(example) and self._searches.are_decided(example):
                found = self._searches.judge(example, self._last.left + OVERTIME)
                self._passed += found.right[: MAX_PASSED - len(self._passed)]
                self._failed += [found.wrong.seen] if found.wrong else []

        for number in range(MAX_SAMPLE):
            for prop in failed if not end.is_over else ():
                seed = zlib.crc32(f"{self.setup.seed} {prop.name} sample {number}".encode())
                with suppress(TimeIsUpError):
                    if prop.examples is not None:
                        run_examples(prop.examples(self.subject), judge, seed, BATCH, shrink=False)

    @property
    def _has_ended(self) -> bool:
        return self.error is not None or self._end.is_over or (self._stops_at_failure and bool(self._failing))

    def _tell(self, event: Event) -> None:
        """Send an event to the reports; a report that cannot be written ends the run."""
        error = send(event, self._listeners)
        self.error = self.error or error

    def _finish(self, end: RunEnd, rounds: int) -> CheckResult:
        properties = self._results
        is_empty = not any(each.judged for each in properties)
        for each in self._properties:
            each.finish(is_complete=end.is_complete, is_empty=is_empty, is_timed=self._seconds < math.inf)
            if not each.has_failed:
                self._tell(Judged(each.result, ()))
        grade = grade_of(properties, end)
        result = CheckResult(
            self.setup,
            grade,
            grade.exit_code,
            circumstances=tuple(circumstances_of(self._failed, self._passed)),
            repeat=repeat_command(self.setup, rounds if self.setup.time_limit is not None and rounds else None),
            complete=end.is_complete,
            time_is_up=end is RunEnd.TIME,
            rounds=max(rounds, 1),
            seconds=self._clock() - self._started,
            judged=sum(each.judged for each in properties),
            failures=tuple(self._by_cause()),
            properties=properties,
        )
        result = with_words(result, end, self._notes())
        self._tell(result)
        return result

    def _by_cause(self) -> Iterator[Failure]:
        """Yield a failure for each cause: the smallest one, with the names of the other properties."""
        groups: dict[str, list[Failure]] = {}
        for failure in filter(None, (judged.failure for judged in self._failing)):
            groups.setdefault(failure.kind, []).append(failure)
        for group in groups.values():
            smallest = min(group, key=lambda each: sum(len(search.options) for search in each.searches))
            others = (each.property_name for each in group if each is not smallest)
            yield replace(smallest, same_cause=tuple(others))

    def _notes(self) -> Iterator[str]:
        subject = self.subject
        takes = f"It takes {subject.form.name} and promises {subject.reading.words}"
        colors = "; colors are judged" if subject.takes_colors else ""
        yield f"{takes}{colors}."
        name, seconds, reference = self._speed
        if name and seconds and reference:
            factor = significant(seconds / reference)
            yield f"Time for {name}: {significant(seconds)} s, {factor} x the time of the reference."
