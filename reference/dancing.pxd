# The C types of dancing.py for its compiled twin; the text itself stays as it is.
cimport cython

cdef object store

cdef class DancingLinks:
    cdef readonly int items, visited
    cdef readonly bint busy
    cdef readonly int[::1] left, right, size, top, up, down, first, trail, taken

    @cython.locals(best=int, header=int)
    cpdef int choose(self) noexcept
    @cython.locals(node=int, before=int, after=int)
    cpdef void cover(self, int header) noexcept
    @cython.locals(node=int, before=int, after=int)
    cpdef void uncover(self, int header) noexcept
    @cython.locals(other=int, header=int, above=int, below=int)
    cdef void hide(self, int node) noexcept
    @cython.locals(other=int, header=int)
    cdef void unhide(self, int node) noexcept
    @cython.locals(other=int, header=int)
    cdef void cover_others(self, int node) noexcept
    @cython.locals(other=int, header=int)
    cdef void uncover_others(self, int node) noexcept
    @cython.locals(start=int, node=int)
    cdef bint force(self, int option) except -1
    @cython.locals(node=int)
    cdef void release(self, int option) noexcept
    cpdef int option(self, int node) noexcept
