# The C types of backtracking.py for its compiled build. The build infers the types of other local variables from these.
cimport cython


@cython.final
cdef class Layout:
    cdef readonly int number, side, cells
    cdef readonly long long every_digit
    cdef long long[::1] houses, peers, start


@cython.final
cdef class Board:
    cdef Layout layout
    cdef long long[::1] candidates, settled

    @cython.locals(
        houses=cython.longlong[::1], side=int, house=int, begin=int, place=int, cell=int, once=cython.longlong,
        several=cython.longlong
    )
    cpdef bint fill(self) except -1
    cdef bint settle_single_candidates(self) except -1
    @cython.locals(place=int)
    cdef void settle(self, int cell) noexcept
    @cython.locals(
        houses=cython.longlong[::1], side=int, house=int, begin=int, place=int, fewest=int, cell=int, other=int,
        bit=cython.longlong
    )
    cpdef list moves(self)
    @cython.locals(cell=int)
    cpdef bint is_full(self) noexcept
    cpdef Board branch(self, int cell, long long candidate)


cdef list bits_of(long long number)
cdef int count_bits(long long number) noexcept
