"""Conflict analysis, and the search that learns from conflicts.

After a conflict, the reasons in a `Propagation` lead from the false clause back to the decisions that caused it. The
producers need these decisions, which make a lemma, and the clauses between them and the conflict, which trimming keeps
and which LRAT calls hints. A search also needs the next decision.

- `conflict` and `conflict_literal` are those of the propagation, or DECISION and 0 after a model.
- `analyzed` holds the literals that led to the last conflict, latest first; `length` is their number.
- `root` is the number of literals at the beginning of the trail that the analysis leaves out.
- `activity` counts the conflicts that each variable has led to, for `choose`; `no_activity` holds zeros to reset it.
- `skipped_at` holds, for each permanent clause, the literal at which `choose` last skipped it: a true literal, or the
  unassigned literal with which the clause became longer than the best one.

The checker does not use this module. The build hook compiles its source unchanged, with the C types of `conflicts.pxd`.
"""

from collections.abc import Sequence

from crosscover.oracles.propagation import DECISION, Propagation, check_signals, make_array

Hint = int | tuple[int, int]
"""A clause number, or two literals that stand for the clause "not both" of two rivals."""


class ConflictSearch:
    """A search for models by decisions and propagation, which reads the arrays of its `propagation`."""

    def __init__(self, propagation: Propagation) -> None:
        self.propagation = propagation
        used = self.propagation
        variables = used.variables
        self.marked = make_array([0] * (2 * variables + 2))
        self.analyzed = make_array([0] * (variables + 1))
        self.activity = make_array([0] * (variables + 1))
        self.no_activity = make_array([0] * (variables + 1))
        self.skipped_at = make_array([used.literals[used.start[number]] for number in range(used.permanent)])
        self.length = self.conflicts = self.root = 0
        self.conflict = DECISION
        self.conflict_literal = 0

    def reset(self) -> None:
        """Forget all decisions, conflicts, and clauses except the initial ones."""
        self.propagation.reset()
        self.conflicts = 0
        self.activity[:] = self.no_activity

    def choose(self) -> int:
        """Return a variable of the permanent clause with no true and the fewest unassigned literals; 0 if none exists.

        Ties go to the clause whose literals have led to more conflicts, and in it to the literal that has led to the
        most. All literals must be propagated, so the watched literals of such clauses are unassigned.
        """
        used = self.propagation
        best = 0
        fewest = used.variables + 1
        most = -1
        for number in range(used.permanent):
            skipped_at = self.skipped_at[number]
            if used.value[skipped_at]:
                continue
            begin = used.start[number]
            watched = skipped_at == used.literals[begin] or skipped_at == used.literals[begin + 1]
            if fewest == 2 and not watched and not used.value[skipped_at ^ 1]:
                continue
            size = 0
            sum_of_activity = 0
            most_active = 0
            for place in range(begin, used.start[number + 1]):
                literal = used.literals[place]
                if used.value[literal]:
                    self.skipped_at[number] = literal
                    size = fewest + 1
                    break
                if not used.value[literal ^ 1]:
                    size += 1
                    if size > fewest:
                        self.skipped_at[number] = literal
                        break
                    activity = self.activity[literal >> 1]
                    sum_of_activity += activity
                    if most_active == 0 or activity > self.activity[most_active >> 1]:
                        most_active = literal
            if size < fewest or (size == fewest and sum_of_activity > most):
                fewest = size
                most = sum_of_activity
                best = most_active
                if fewest <= 2 and not self.conflicts:
                    break
        return best >> 1

    def model(self) -> list[int]:
        """Return the true variables in rising order."""
        used = self.propagation
        return [variable for variable in range(1, used.variables + 1) if used.value[2 * variable]]

    def analyze(self, root: int) -> None:
        """Find the literals that led to the last conflict, except for the first `root` literals of the trail."""
        self.root = root
        self.conflict = self.propagation.conflict
        self.conflict_literal = self.propagation.conflict_literal
        self.mark(self.conflict, self.conflict_literal)
        self.mark_literal(self.conflict_literal ^ 1)
        self.trace()

    def analyze_model(self, root: int) -> None:
        """Analyze a model as a conflict with a clause that denies all true variables."""
        used = self.propagation
        self.root = root
        self.conflict = DECISION
        self.conflict_literal = 0
        for place in range(root, used.size):
            if not used.trail[place] & 1:
                self.marked[used.trail[place]] = 1
        self.trace()

    def trace(self) -> None:
        """Find the literals that led to the marked literals."""
        used = self.propagation
        count = 0
        place = used.size
        while place > self.root:
            place -= 1
            literal = used.trail[place]
            if self.marked[literal]:
                self.marked[literal] = 0
                self.analyzed[count] = literal
                count += 1
                self.activity[literal >> 1] += 1
                self.mark(used.reasons[literal >> 1], literal)
        self.length = count
        self.conflicts += 1

    def mark(self, reason: int, literal: int) -> None:
        """Mark the true literals that implied a literal."""
        used = self.propagation
        if reason >= 0:
            for place in range(used.start[reason], used.start[reason + 1]):
                if used.literals[place] != literal:
                    self.mark_literal(used.literals[place] ^ 1)
        elif reason < DECISION:
            self.mark_literal(2 * (DECISION - reason))

    def mark_literal(self, literal: int) -> None:
        """Mark a true literal, unless it is among the first `root` literals of the trail."""
        if self.propagation.positions[literal >> 1] >= self.root:
            self.marked[literal] = 1

    def decisions(self) -> list[int]:
        """Return the decisions that led to the conflict, in the order in which they were made."""
        used = self.propagation
        found = [self.conflict_literal] if self.conflict == DECISION and self.conflict_literal else []
        for place in range(self.length):
            literal = self.analyzed[place]
            if used.reasons[literal >> 1] == DECISION:
                found.append(literal)
        return [-(code >> 1) if code & 1 else code >> 1 for code in reversed(found)]

    def backjump(self, decisions: Sequence[int]) -> None:
        """Backtrack to the second-last of the given decisions and its consequences, which undoes the last decision."""
        used = self.propagation
        size = 0
        if len(decisions) > 1:
            size = used.positions[abs(decisions[len(decisions) - 2])] + 1
        while size < used.size and used.reasons[used.trail[size] >> 1] != DECISION:
            size += 1
        used.backtrack(size)

    def clauses(self, first: int) -> list[int]:
        """Return the numbers, from `first` on, of the clauses that led to the conflict, in no particular order."""
        used = self.propagation
        found = [self.conflict] if self.conflict >= first else []
        for place in range(self.length):
            reason = used.reasons[self.analyzed[place] >> 1]
            if reason >= first:
                found.append(reason)
        return found

    def search(
        self, models: list[list[int]], learned: list[list[int]], antecedents: list[list[int]], limit: int, most: int
    ) -> bool:
        """Search for up to `limit` models; return True if there are no others.

        `learned` receives a lemma for each model and conflict: "not all of the decisions that led to it". `antecedents`
        receives the numbers of the lemmas, from the present `number` on, that led to each lemma and to the final
        conflict. The search gives up after more than `most` conflicts.
        """
        used = self.propagation
        first = used.number
        root = used.size
        consistent = True
        while len(models) < limit and len(learned) - len(models) <= most:
            if not consistent:
                self.analyze(root)
            elif candidate := self.choose():
                consistent = used.decide(candidate) and used.propagate()
                continue
            else:
                models.append(self.model())
                self.analyze_model(root)
            antecedents.append(self.clauses(first))
            decisions = self.decisions()
            if not decisions:
                return True
            self.backjump(decisions)
            lemma = [-literal for literal in decisions]
            learned.append(lemma)
            consistent = used.add(lemma) and used.propagate()
            check_signals()
        return False

    def shorten(self, lemmas: Sequence[Sequence[int]], shorter: list[list[int]], antecedents: list[list[int]]) -> bool:
        """Add lemmas, each without its unneeded literals, until they lead to a conflict; return False if they do not.

        `shorter` receives the shortened lemmas, and `antecedents` the numbers behind them, as in `search`.
        """
        used = self.propagation
        first = used.number
        root = used.size
        for lemma in lemmas:
            size = used.size
            if not used.refutes_negation(lemma):
                return False
            self.analyze(root)
            kept = [-literal for literal in self.decisions()]
            shorter.append(kept)
            antecedents.append(self.clauses(first))
            used.backtrack(size)
            if not (used.add(kept) and used.propagate()):
                self.analyze(root)
                antecedents.append(self.clauses(first))
                return True
            check_signals()
        return False

    def hints(self) -> list[Hint]:
        """Return the clauses that led to the conflict, ordered so that each becomes unit and the last one false."""
        used = self.propagation
        found: list[Hint] = []
        for place in range(self.length - 1, -1, -1):
            literal = self.analyzed[place]
            reason = used.reasons[literal >> 1]
            if reason >= 0:
                found.append(reason)
            elif reason < DECISION:
                found.append((reason - DECISION, -(literal >> 1)))
        if self.conflict >= 0:
            found.append(self.conflict)
        elif self.conflict < DECISION:
            found.append((self.conflict - DECISION, -(self.conflict_literal >> 1)))
        return found
