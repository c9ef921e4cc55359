"""The judge of properties, and the harness that it passes to properties of any solver.

    judge(property, session, budget) ──► PropertyResult
        └── the property calls the harness: examples, batches, verdicts ──► the result is filled

    no failure yet:      batch ──► Timeouts.run ──► outcome ──► counted
    after a failure:     FailureSearch.smallest, which reruns batches to shrink the failure

`SubjectFailedError` contains the smallest counterexample of each cause.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape, Unique
from crosscover.responses import Answered, Failed
from crosscover.subjects.subject import hash_seed_of
from crosscover.visible_kinds import without

from .batch_runs import TimedRun
from .budget import Budget
from .causes import FailureSearch
from .cover import CoverRun, fits, next_runs
from .engine_harness import EngineHarness
from .examples import Example, TimeIsUpError, for_each_example, run_examples
from .judging import Batch, Counterexample, CoverBatch, InvalidExampleError, SavedInput, SubjectFailedError, facets_of
from .own_puzzles import MAX_RUN
from .property import Property
from .property_result import Ended, PropertyResult, conclude
from .round import Round
from .session import SubjectSession
from .timeouts import SHORT_RUN, Outcome
from .volume import BlockJudge, VolumeJudge

SAMPLE = 3
"""Number of puzzles from a long run that are judged first, to measure the speed of the subject."""


def judge(
    prop: Property,
    session: SubjectSession,
    budget: Budget,
    progress: Callable[[], None] = lambda: None,
    failing: Callable[[Counterexample], None] = lambda _found: None,
) -> PropertyResult:
    """Judge the subject of a session in one round of a property; return the result of all rounds so far.

    Calls `progress` whenever the number of puzzles judged changes, and `failing` with the first failure, before it is
    shrunk. What was judged counts even if KeyboardInterrupt ends the round, or the shrinking of a failure.
    """
    started, result = session.clock(), session.result_of(prop)
    result.rounds += 1
    result.ended = Ended.FINISHED  # unless the property draws examples
    current = Round(session, result, budget, progress, failing)
    error: Exception | None = None
    try:
        with current.undecided_skipped():
            prop.test(EngineHarness(current) if prop.calls_engine else SolverHarness(current))
    except TimeIsUpError:
        result.ended = Ended.NO_TIME
    except KeyboardInterrupt:
        result.ended = Ended.NO_TIME
        conclude(result, prop, None if current.first is None else SubjectFailedError([current.first]))
        raise
    except Exception as raised:  # `conclude` decides whether the subject or crosscover is at fault
        error = raised
    finally:
        result.reported.seconds += session.clock() - started
    cover = session.covers[prop.name]
    result.not_covered = facets_of(cover[result.covered :])
    if result.covered < len(cover) or (result.is_unfinished and current.deadline.is_over):
        result.ended = Ended.NO_TIME
    conclude(result, prop, error)
    return result


class SolverHarness:
    """The harness of one round of a property that judges the answers of any solver to batches of puzzles.

    `blocks` judges blocks of puzzles.
    """

    def __init__(self, current: Round) -> None:
        session = current.session
        session.subject.use_hash_seed(hash_seed_of(session.seed))
        self.round = current
        self.session = session
        self.options = session.subject.options
        self.blocks: BlockJudge = VolumeJudge(current, lambda batch: self._judge_fitting(self._promised(batch)))
        self._pace = session.runs.pace
        self._cover = session.covers.get(current.result.reported.name, ())
        self._ahead: dict[tuple[Batch, Formatting], TimedRun] = {}
        self.search: FailureSearch | None = None

    @property
    def shape(self) -> Shape:
        """The shape of the subject's puzzles."""
        return self.options.shape

    @property
    def pace(self) -> float:
        """Speed of the subject in puzzles per second, 0 if unknown."""
        return self._pace.rate() or 0.0

    def judge_each(self, batches: SearchStrategy[list[Grid]]) -> None:
        """Judge as many batches as the budget allows.

        With several `jobs`, the subject runs on batches in parallel before they are judged in order: on all batches of
        the budget, or on those drawn in half of the time.
        """
        self.judge_covering_list()
        if self.session.parallel_runs > 1:
            drawn: list[Batch] = []
            deadline = self.round.deadline
            half = deadline.within(deadline.left / 2)

            def draw(batch: list[Grid]) -> None:
                if self.round.is_over() or (drawn and half.is_over):
                    raise TimeIsUpError
                drawn.append(self._part_in_time(batch))

            run_examples(batches, draw, self.round.seed, self.round.budget.examples, shrink=False)
            self._run_ahead((batch, Formatting()) for batch in drawn)
        self._for_each_example(batches, self.judge_drawn)

    def for_each_example(self, examples: SearchStrategy[Example], test: Callable[[Example], None]) -> None:
        """Judge the covering list, then run the test on as many examples as the budget allows."""
        self.judge_covering_list()
        self._for_each_example(examples, test)

    def _for_each_example(self, examples: SearchStrategy[Example], test: Callable[[Example], None]) -> None:
        with self._shrunk():
            for_each_example(self.round, examples, test)

    def judge_drawn(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> None:
        """Run the subject on the part of a drawn batch that there is time for; raises SubjectFailedError."""
        self._judge_fitting(self._part_in_time(batch), formatting)

    def judge(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Outcome:
        """Run the subject on a given batch, in one run unless it times out; raises SubjectFailedError."""
        promised = self._promised(batch)
        if not promised:
            return Outcome()
        return self._count(self.session.timeouts.run(promised, formatting, until=self.round.deadline))

    def judge_alone(self, solved: Sequence[tuple[Grid, Grid]]) -> None:
        """Run the subject on each of some proper puzzles alone, on several in parallel; raises SubjectFailedError.

        The puzzles come with known solutions. If several runs take place in parallel, the panel decides only the first
        puzzle, and each puzzle whose answer is not its known solution: a verdict takes longer than the run of a fast
        subject.
        """
        parallel = self.session.parallel_runs
        for start in range(0, len(solved), parallel):
            if self.round.is_over():
                raise TimeIsUpError
            part = solved[start : start + parallel]
            if self.search is None and parallel > 1:
                self._run_ahead(((puzzle,), Formatting()) for puzzle, _ in part)
            for puzzle, solution in part:
                run = self._ahead.get(((puzzle,), Formatting()))
                if run is None or (puzzle, solution) == solved[0] or not run.transcript.is_only(Answered(solution)):
                    self.judge_drawn((puzzle,))
                else:
                    self.round.count_outcome(Outcome((puzzle,), (Unique(solution),)))
                self._ahead.pop(((puzzle,), Formatting()), None)

    def judge_covering_list(self) -> None:
        """Judge the rest of the covering list until a run does not fit into the time; raises SubjectFailedError."""
        result = self.round.result
        while result.covered < len(self._cover) and not self.round.is_over():
            rest = self._cover[result.covered :]
            runs = next_runs(rest, self._pace, self.round.deadline.left, self.session.parallel_runs)
            if len(runs) > 1:
                self._run_ahead((self._promised(run.puzzles), run.first.formatting) for run in runs)
            for run in runs:
                skipped = result.skipped
                with self.round.undecided_skipped(), self._shrunk():
                    if not self._judge_cover_run(run):
                        return
                if self.round.end.is_over and result.skipped > skipped:
                    return  # the end of the run cut it off, so its facets are not covered
                result.covered += len(run.batches)
                self.round.has_tried = True

    def _judge_cover_run(self, run: CoverRun) -> bool:
        """Judge one run of the covering list; return False if there is no time for it."""
        first, puzzles = run.first, self._promised(run.puzzles)
        if first.usual_form:
            self._judge_form(first, puzzles)
        elif first.unfiltered:
            seconds = self.round.deadline.left / 2
            self._count(self.session.timeouts.run_once(puzzles, first.formatting, seconds))
        elif not first.similar_puzzles or self._fits(puzzles, first.similar_puzzles):
            if len(puzzles) > SHORT_RUN and not self._fits(puzzles):
                self._judge_fitting(puzzles[:SAMPLE], first.formatting)  # may be easier than the rest
                if not self._fits(puzzles):
                    return False
            self._judge_fitting(puzzles, first.formatting)
        elif first.facets:
            self.round.result.skipped += len(puzzles)
        else:
            return False  # a later round may have time for this limit
        return True

    def _fits(self, puzzles: Batch, number: int | None = None) -> bool:
        return fits(self._pace, puzzles, self.round.deadline.left, number)

    def _judge_form(self, form: CoverBatch, batch: Batch) -> None:
        """Judge a batch in an unusual form; if it fails only in this form, record that the subject needs the usual one.

        Raises SubjectFailedError if the batch fails in the usual form, too.
        """
        outcome = self.session.timeouts.reproduce(batch, form.formatting, self.round.end)
        found = outcome.counterexample
        if found is None:
            self.round.count_outcome(outcome)
            return
        self._judge_fitting(batch, Formatting())
        is_read = found.failing_index != 0 or not isinstance(found.response, Failed)
        detail = f"{found.reason}; with {form.facets[0]}: {found.puzzle}" if is_read else ""
        self.round.result.reads_only.setdefault(form.usual_form, detail)

    def judge_saved(self) -> None:
        """Judge the saved failures while there is time, each whole; raises SubjectFailedError.

        The next round judges inputs that were not reached, or not judged in one run. An input that failed now and then
        is repeated. An input that the contract excludes is not judged.
        """
        waiting, result = self.session.waiting, self.round.result
        try:
            for saved in list(waiting):
                if self.round.is_over():
                    break
                self.round.has_tried = True
                subject = self.session.subject
                subject.use_hash_seed(hash_seed_of(self.session.seed))
                if saved.hash_seed is not None:
                    subject.hash_seed = saved.hash_seed  # even if the user has set another
                try:
                    if all(self._judge_saved(saved) for _ in range(saved.repeats)):
                        waiting.remove(saved)
                except SubjectFailedError as error:
                    waiting.remove(saved)
                    if self.search is None:
                        raise
                    raise SubjectFailedError([self.search.repeated(error.counterexample)]) from None
        finally:
            result.skipped = sum(len(saved.batch) for saved in waiting)
            result.ended = Ended.NOT_YET if waiting else Ended.FINISHED

    def _judge_saved(self, saved: SavedInput) -> bool:
        """Judge a saved input; return False if it was not judged in one run."""
        with self.round.undecided_skipped(), suppress(InvalidExampleError):
            outcome = self.judge(saved.batch, saved.formatting)
            return outcome.in_one_run and not outcome.skipped
        return True

    def judge_own_puzzles(self) -> None:
        """Judge the user's puzzles while there is time; the run length depends on the speed of the subject.

        Each round continues where the previous round ended. Raises SubjectFailedError.
        """
        result, own, deadline = self.round.result, self.session.own_puzzles, self.round.deadline
        if own is None:
            return
        try:
            while not own.is_done and not self.round.is_over():
                self.round.has_tried = True
                size = max(1, min(MAX_RUN, self._pace.fitting(deadline.left) // 2)) if self.pace else 1
                batch = own.next_batch(self.session.verdicts, self.options, size, deadline)
                with self._shrunk():
                    try:
                        outcome = self.judge([own.puzzles[place][1] for place in batch])
                        own.advance(batch, outcome.skipped)
                    except SubjectFailedError as error:
                        own.advance(batch, 0)
                        own.note_failure(batch, error.counterexample)
                        raise
        finally:
            result.skipped = len(own.puzzles) - own.reached
            result.ended = Ended.FINISHED if own.is_done else Ended.NOT_YET
            result.undecided = list(own.undecided.values())

    def _promised(self, batch: Iterable[Grid]) -> Batch:
        """Return a batch without puzzles of the kinds that the subject does not promise to solve."""
        kinds = self.options.unpromised
        return tuple(other for puzzle in batch if (other := without(puzzle, kinds)) is not None)

    def _part_in_time(self, batch: Sequence[Grid]) -> Batch:
        """Return the first puzzles of a drawn batch, as many as there is time for."""
        promised = self._promised(batch)
        return promised[: self._pace.fitting(self.round.deadline.left, promised)]

    def _run_ahead(self, batches: Iterable[tuple[Batch, Formatting]]) -> None:
        """Run the subject on several batches in parallel, and store the runs until they are judged."""
        timeouts = self.session.timeouts
        fitting = list(dict.fromkeys((timeouts.fit(batch), formatting) for batch, formatting in batches))

        def run(key: tuple[Batch, Formatting]) -> TimedRun | None:
            batch, formatting = key
            if not batch or self.round.deadline.is_over:
                return None
            return self.session.runs.run_ahead(
                batch, formatting, limit=timeouts.first_limit(batch), deadline=self.round.end
            )

        for key, done in zip(fitting, self.session.at_once(run, fitting), strict=True):
            if done is not None:
                self._ahead[key] = done

    def _judge_fitting(self, batch: Batch, formatting: Formatting = Formatting()) -> None:
        """Judge a batch without puzzles that are too hard for the subject; raises SubjectFailedError."""
        timeouts = self.session.timeouts
        fitting = timeouts.fit(batch)
        outcome = Outcome()
        if fitting:
            ahead = self._ahead.pop((fitting, formatting), None)
            outcome = timeouts.run(fitting, formatting, ahead=ahead, until=self.round.deadline)
        self._count(replace(outcome, skipped=outcome.skipped + len(batch) - len(fitting)))

    def _count(self, outcome: Outcome) -> Outcome:
        """Count the outcome of a batch; if a puzzle failed, start the search, and raise SubjectFailedError."""
        self.round.count_outcome(outcome)
        if outcome.failures:
            self.search = FailureSearch(self.round, outcome.failures)
            raise SubjectFailedError([self.search.first])
        return outcome

    @contextmanager
    def _shrunk(self) -> Generator[None]:
        """Replace the counterexample of a failure by the smallest ones."""
        try:
            yield
        except SubjectFailedError:
            if self.search is None:
                raise
            raise SubjectFailedError(self.search.smallest()) from None
