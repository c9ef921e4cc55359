"""Unit propagation with two watched literals.

A *literal* is a variable, counted from 1, or minus the variable; a *clause* is a disjunction of literals. If all
literals of a clause except one are false, that one must be true. Propagation makes such literals true until none is
left, or until all literals of a clause are false: a *conflict*.

A clause need not be visited while two of its literals are not false. So each clause *watches* two such literals. When
one becomes false, the clause watches another that is not false instead; if there is none, the other watched literal
must be true. Backtracking only unassigns literals, so watches need not be restored (Moskewicz et al., "Chaff", DAC
2001).

*Rivals* are variables of which at most one is true. For 3x3 boxes, they would make 10,206 binary clauses; here they are
lists of variables.

- Internally, the literals v and -v are 2v and 2v + 1, so `^ 1` negates a literal.
- `literals` holds all clauses back to back, clause c from `start[c]` to `start[c + 1]`. Its first two are watched.
- `first` and `after` link the clauses that watch a literal: nodes 2c and 2c + 1 are the watches of clause c.
- `value` is 1 for true literals. `trail` holds the true literals in the order in which they became true, and
  `positions` the index of each variable in the trail.
- `reasons` holds why a variable has its value: a clause number, DECISION, or DECISION - v for a rival of v.
- `conflict` is the reason why a false literal, `conflict_literal`, must be true; the literal is 0 for an empty clause.
- `propagated` is the number of propagated literals of the trail.

The build hook compiles this source unchanged, with the C types of `propagation.pxd`.
"""

from collections.abc import Callable, Iterable, MutableSequence, Sequence

DECISION = -1

make_array: Callable[[Iterable[int]], MutableSequence[int]] = list
"""Creates the arrays: lists, the fastest choice in the interpreter, or C integers in the compiled build."""

check_signals: Callable[[], object] = bool
"""Called for each lemma. The compiled build needs it to notice Ctrl-C or a time limit."""


class Propagation:
    """Clauses over the variables 1 to `variables`, and the consequences of decisions.

    `rivals` lists the rivals of each variable; its first entry is unused, and it may be empty. Clauses are numbered
    from 0 in the order in which they were added. `visits` counts visited clauses and the literals examined in them.
    """

    def __init__(self, variables: int, clauses: Sequence[Sequence[int]], rivals: Sequence[Sequence[int]]) -> None:
        self.variables = variables
        self.trail = make_array([0] * variables)
        self.value = make_array([0] * (2 * variables + 2))
        self.marked = make_array([0] * (2 * variables + 2))
        self.reasons = make_array([0] * (variables + 1))
        self.positions = make_array([0] * (variables + 1))
        self.rivals = make_array([2 * other + 1 for others in rivals for other in others])
        self.rival_start = make_array([0] * (variables + 2))
        for variable, others in enumerate(rivals):
            self.rival_start[variable + 1] = self.rival_start[variable] + len(others)
        self.first = make_array([-1] * (2 * variables + 2))
        self.after = make_array([0] * 2)
        self.start = make_array([0] * 2)
        self.literals = make_array([0] * 2)
        self.size = self.propagated = self.number = self.permanent = self.visits = 0
        self.conflict = DECISION
        self.conflict_literal = 0
        for clause in clauses:
            self.add(clause)
        self.permanent = self.number
        self.first_before = make_array(list(self.first))
        self.after_before = make_array(list(self.after))
        self.literals_before = make_array(list(self.literals))

    def reset(self) -> None:
        """Forget all decisions, and all clauses except the initial ones, each of which has at least two literals."""
        self.backtrack(0)
        self.visits = 0
        self.number = self.permanent
        self.first[:] = self.first_before
        self.after[: len(self.after_before)] = self.after_before
        self.literals[: len(self.literals_before)] = self.literals_before

    def copy(self, other: "Propagation") -> None:
        """Copy the clauses and true literals of another `Propagation` that was made with the same clauses."""
        number = other.number
        length = other.start[number]
        self.reserve(number, length)
        self.start[: number + 1] = other.start[: number + 1]
        self.after[: 2 * number] = other.after[: 2 * number]
        self.literals[:length] = other.literals[:length]
        self.first[:] = other.first
        self.trail[:] = other.trail
        self.value[:] = other.value
        self.reasons[:] = other.reasons
        self.positions[:] = other.positions
        self.number = number
        self.size = self.propagated = other.size

    def add(self, clause: Sequence[int]) -> bool:
        """Add a clause, and make its literal true if only one is left; return False on a conflict.

        A unit clause must be added before the first decision. Repeated literals count once. Of false literals,
        the clause watches those that became false last, which backtracking unassigns first.
        """
        number = self.number
        begin = self.start[number]
        end = begin
        self.reserve(number + 1, begin + len(clause))
        for literal in clause:
            code = 2 * literal if literal > 0 else 1 - 2 * literal
            if not self.marked[code]:
                self.marked[code] = 1
                self.literals[end] = code
                end += 1
        for place in range(begin, end):
            self.marked[self.literals[place]] = 0
        self.number = number + 1
        self.start[number + 1] = end
        if begin == end:
            self.conflict = number
            self.conflict_literal = 0
            return False
        self.watch(2 * number, begin, end)
        if end - begin > 1:
            self.watch(2 * number + 1, begin + 1, end)
            if not self.value[self.literals[begin + 1] ^ 1]:
                return True
        return self.imply(self.literals[begin], number)

    def enter(self, clauses: Sequence[Sequence[int]]) -> bool:
        """Add clauses before the first decision and propagate; return False on a conflict, which refutes them."""
        for clause in clauses:
            if not self.add(clause):
                return False
        return self.propagate()

    def reserve(self, number: int, length: int) -> None:
        """Make room for `number` clauses with `length` literals in all."""
        if number >= len(self.start) - 1:
            self.start = longer(self.start, 2 * number + 2)
            self.after = longer(self.after, 4 * number + 4)
        if length > len(self.literals):
            self.literals = longer(self.literals, 2 * length)

    def watch(self, node: int, begin: int, end: int) -> None:
        """Watch a literal that is not false, or else the one that became false last, and move it to the beginning."""
        best = begin
        latest = -1
        for place in range(begin, end):
            false = self.literals[place] ^ 1
            since = self.positions[false >> 1] if self.value[false] else self.variables
            if since > latest:
                latest = since
                best = place
        literal = self.literals[best]
        self.literals[best] = self.literals[begin]
        self.literals[begin] = literal
        self.after[node] = self.first[literal]
        self.first[literal] = node

    def decide(self, literal: int) -> bool:
        """Decide that a literal is true; return False on a conflict, if it is false."""
        return self.imply(2 * literal if literal > 0 else 1 - 2 * literal, DECISION)

    def refutes_negation(self, clause: Sequence[int]) -> bool:
        """Decide that all literals of a clause are false, and propagate; return whether that leads to a conflict."""
        for literal in clause:
            if not self.decide(-literal):
                return True
        return not self.propagate()

    def refute(self, lemmas: Sequence[Sequence[int]], limit: int) -> int:
        """Add lemmas that follow from the clauses before them until they lead to a conflict.

        Returns 0 on a conflict, else the number, from 1, of the lemma that does not follow or exceeds the limit of
        `visits`, or one more than the number of lemmas if there was no conflict.
        """
        number = 0
        for lemma in lemmas:
            number += 1
            size = self.size
            if not self.refutes_negation(lemma):
                return number
            self.backtrack(size)
            if not (self.add(lemma) and self.propagate()):
                return 0
            if self.visits > limit:
                return number
            check_signals()
        return number + 1

    def imply(self, code: int, reason: int) -> bool:
        """Make a literal true for a reason; return False on a conflict, if it is false."""
        if self.value[code]:
            return True
        if self.value[code ^ 1]:
            self.conflict = reason
            self.conflict_literal = code
            return False
        self.value[code] = 1
        self.reasons[code >> 1] = reason
        self.positions[code >> 1] = self.size
        self.trail[self.size] = code
        self.size += 1
        return True

    def propagate(self) -> bool:
        """Make all implied literals true; return False on a conflict."""
        while self.propagated < self.size:
            true = self.trail[self.propagated]
            self.propagated += 1
            if not true & 1:
                reason = DECISION - (true >> 1)
                for place in range(self.rival_start[true >> 1], self.rival_start[(true >> 1) + 1]):
                    other = self.rivals[place]
                    if not self.value[other] and not self.imply(other, reason):
                        return False
            if not self.visit(true ^ 1):
                return False
        return True

    def visit(self, false: int) -> bool:
        """Visit the clauses that watch a literal that has become false; return False on a conflict."""
        before = -1
        node = self.first[false]
        while node >= 0:
            following = self.after[node]
            self.visits += 1
            begin = self.start[node >> 1]
            other = self.literals[begin + 1 - (node & 1)]
            if not self.value[other]:
                end = self.start[(node >> 1) + 1]
                place = begin + 2
                while place < end and self.value[self.literals[place] ^ 1]:
                    place += 1
                self.visits += place - begin - 2
                if place < end:
                    literal = self.literals[place]
                    self.literals[place] = false
                    self.literals[begin + (node & 1)] = literal
                    self.after[node] = self.first[literal]
                    self.first[literal] = node
                    if before < 0:
                        self.first[false] = following
                    else:
                        self.after[before] = following
                    node = following
                    continue
                if not self.imply(other, node >> 1):
                    return False
            before = node
            node = following
        return True

    def backtrack(self, size: int) -> None:
        """Unassign the literals after the first `size` of the trail, which must have been propagated."""
        while self.size > size:
            self.size -= 1
            self.value[self.trail[self.size]] = 0
        self.propagated = size


def longer(array: MutableSequence[int], size: int) -> MutableSequence[int]:
    """Return a copy of an array, extended with zeros."""
    copy = make_array([0] * size)
    copy[: len(array)] = array
    return copy
