# The C types of propagation.py for its compiled build. The build infers the types of local variables from these.
cimport cython

cdef int DECISION


@cython.final
cdef class Propagation:
    cdef readonly int variables, size, number, permanent
    cdef readonly long long visits
    cdef int propagated, length, conflicts, root, conflict, conflict_literal
    cdef int[::1] trail, value, marked, reasons, positions, analyzed, activity, no_activity, rivals, rival_start
    cdef int[::1] first, after, start, literals, first_before, after_before, literals_before, skipped_at

    cpdef void reset(self)
    @cython.locals(number=int, length=int)
    cpdef void copy(self, Propagation other)
    @cython.locals(literal=int, code=int, begin=int, end=int, number=int)
    cpdef bint add(self, clause) except -1
    cpdef bint enter(self, clauses) except -1
    cdef void reserve(self, int number, int length)
    cdef void watch(self, int node, int begin, int end) noexcept
    cpdef bint decide(self, int literal) except -1
    @cython.locals(literal=int)
    cpdef bint refutes_negation(self, clause) except -1
    @cython.locals(number=int, size=int)
    cpdef int refute(self, lemmas, long long limit) except -1
    cdef bint imply(self, int code, int reason) noexcept
    cpdef bint propagate(self) noexcept
    cdef bint visit(self, int false) noexcept
    cpdef void backtrack(self, int size) noexcept
    cpdef int choose(self) noexcept
    @cython.locals(variable=int)
    cpdef list model(self)
    cpdef void analyze(self, int root) noexcept
    cdef void analyze_model(self, int root) noexcept
    cdef void trace(self) noexcept
    cdef void mark(self, int reason, int literal) noexcept
    cdef void mark_literal(self, int literal) noexcept
    @cython.locals(place=int, literal=int)
    cpdef list decisions(self)
    @cython.locals(size=int)
    cpdef void backjump(self, list decisions)
    @cython.locals(place=int, reason=int)
    cpdef list clauses(self, int first)
    @cython.locals(first=int, root=int, candidate=int, consistent=cython.bint, literal=int)
    cpdef bint search(self, list models, list learned, list antecedents, int limit, int most) except -1
    @cython.locals(first=int, root=int, size=int, literal=int)
    cpdef bint shorten(self, lemmas, list shorter, list antecedents) except -1
    @cython.locals(place=int, literal=int, reason=int)
    cpdef list hints(self)


@cython.locals(copy=cython.int[::1])
cdef int[::1] longer(int[::1] array, int size)
