# The C types of propagation.py for its compiled build. The build infers the types of local variables from these.
cimport cython

cdef int DECISION


@cython.final
cdef class Propagation:
    cdef readonly int variables, size, number, permanent
    cdef readonly long long visits
    cdef int propagated, conflict, conflict_literal
    cdef int[::1] trail, value, marked, reasons, positions, rivals, rival_start
    cdef int[::1] first, after, start, literals, first_before, after_before, literals_before

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


@cython.locals(copy=cython.int[::1])
cdef int[::1] longer(int[::1] array, int size)
