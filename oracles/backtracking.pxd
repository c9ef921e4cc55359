# The C types of backtracking.py for its compiled build. The build infers the types of other local variables from these.
cimport cython


@cython.final
cdef class Board:
    cdef tuple houses, peers
    cdef long long every_digit
    cdef long long[::1] candidates, settled

    @cython.locals(house=tuple, cell=int, once=cython.longlong, several=cython.longlong)
    cpdef bint fill(self) except -1
    cdef bint settle_single_candidates(self) except -1
    @cython.locals(peer=int)
    cdef void settle(self, int cell)
    @cython.locals(fewest=int, cell=int, house=tuple, other=int, bit=cython.longlong)
    cpdef list moves(self)
    cpdef Board branch(self, int cell, long long candidate)


cdef list bits_of(long long number)
cdef int count_bits(long long number) noexcept
