# The C types of dancing.py for its compiled build. The build infers the types of local variables from these.
cimport cython

cdef int ROOT, SETTLED, SIGNAL_INTERVAL


@cython.final
cdef class DancingLinks:
    cdef readonly int items, primary, options, starved
    cdef readonly long long visited
    cdef readonly bint busy, colored
    cdef readonly int[::1] left, right, size, top, up, down, first, trail, taken, color

    cpdef int choose(self) noexcept
    cpdef void cover(self, int header) noexcept
    cpdef void uncover(self, int header) noexcept
    cdef void hide(self, int node) noexcept
    cdef void unhide(self, int node) noexcept
    cdef void cover_others(self, int node) noexcept
    cdef void uncover_others(self, int node) noexcept
    cdef void purify(self, int node) noexcept
    cdef void unpurify(self, int node) noexcept
    cdef bint force(self, int option) except -1
    cdef void release(self, int option) noexcept
    cdef int option(self, int node) noexcept
