# The C types of conflicts.py for its compiled build. The build infers the types of local variables from these.
cimport cython
from crosscover.oracles._propagation cimport Propagation as CompiledPropagation

cdef int DECISION


@cython.final
cdef class ConflictSearch:
    cdef readonly CompiledPropagation propagation
    cdef int length, conflicts, root, conflict, conflict_literal
    cdef int[::1] marked, analyzed, activity, no_activity, skipped_at

    cpdef void reset(self)
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
