# The C types of minlex.py for its compiled build. The build infers the types of other local variables from these.
cimport cython

cdef int NEW
cdef long long AFTER_ALL


@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class Arrangement:
    cdef int transposed, taken, depth, cuts, stack_cuts, known, open, last_label
    cdef signed char[9] rows, columns, places
    cdef signed char[10] labels, homes, births

    cdef Arrangement copy(self)
    @cython.locals(first=int, second=int)
    cdef void swap(self, int one, int other) noexcept


@cython.final
cdef class Search:
    cdef int side, height, width, row
    cdef bint clashes
    cdef long long best
    cdef long long[9] image
    cdef signed char[162] cells
    cdef int[9] starts
    cdef int[18] row_twins, band_twins
    cdef list found

    @cython.locals(side=int, row=int, column=int, digit=int)
    cdef void read(self, bytes values) except *
    @cython.locals(side=int, transposed=int, place=int, depth=int, row=int, stack=int, arrangement=Arrangement, start=Arrangement, first=Arrangement, number=int)
    cdef tuple run(self)
    @cython.locals(side=int, row=int, other=int, start=int, cell=int, band=int, twin=int, key=cython.longlong)
    cdef void find_twins(self, int transposed) except *
    @cython.locals(depth=int, side=int, height=int, row=int, band=int, other=int, longer=Arrangement)
    cdef void continue_with_rows(self, Arrangement arrangement) except *
    @cython.locals(column=int, other=int, digit=int)
    cdef bint repeats_a_new_digit(self, int known) noexcept
    @cython.locals(side=int, width=int, sorted_to=int, size=int, end=int, least=int, label=int, last=int)
    cdef void fill(self, Arrangement arrangement, int place, long long key) except *
    @cython.locals(last=int, other=int, branch=Arrangement)
    cdef int try_others(self, Arrangement arrangement, int place, int end, long long key) except -1
    @cython.locals(other=int, digit=int, branch=Arrangement)
    cdef void try_labels(self, Arrangement arrangement, int place, int end, long long key) except *
    @cython.locals(other=int)
    cdef long long take_alike(self, Arrangement arrangement, int place, int end, int value, long long key) noexcept
    @cython.locals(width=int, end=int, least=int, size=int, stack=int, front=int, pattern=int, branch=Arrangement)
    cdef int sort_stacks(self, Arrangement arrangement, int place, long long key) except -1
    @cython.locals(key=int, place=int, end=int, other=int, value=int, counts=cython.longlong)
    cdef int pattern(self, Arrangement arrangement, int start) noexcept
    cdef int digit(self, Arrangement arrangement, int place) noexcept
    @cython.locals(digit=int)
    cdef int value(self, Arrangement arrangement, int place) noexcept
    @cython.locals(digit=int)
    cdef int take_label(self, Arrangement arrangement, int place) noexcept
    @cython.locals(least=int, other=int)
    cdef int least_value(self, Arrangement arrangement, int place, int end) noexcept
    @cython.locals(least=int, other=int)
    cdef int least_open_label(self, Arrangement arrangement, int place, int end) noexcept
    @cython.locals(digit=int, home=int)
    cdef int open_label(self, Arrangement arrangement, int place, int end, int other) noexcept
    cdef void put_first(self, Arrangement arrangement, int place, int other) noexcept
    @cython.locals(home=int, stack=int, front=int)
    cdef void settle(self, Arrangement arrangement, int digit) noexcept
    @cython.locals(digit=int, home=int, stack=int)
    cdef void settle_single_homes(self, Arrangement arrangement) noexcept
    @cython.locals(stack=int, front=int)
    cdef int least_place(self, Arrangement arrangement, int place) noexcept
    cdef int stack_group_start(self, Arrangement arrangement, int stack) noexcept
    @cython.locals(end=int)
    cdef int group_end(self, Arrangement arrangement, int place) noexcept
    @cython.locals(offset=int)
    cdef void swap_stacks(self, Arrangement arrangement, int one, int other) noexcept
    cdef bint is_repeated(self, Arrangement arrangement, int place, int other) noexcept
    cdef int label_at(self, int row, int place) noexcept
    @cython.locals(digit=int)
    cdef list label_all(self, Arrangement arrangement)
    @cython.locals(number=int, row=int, alike=int, twin=int, band=int, place=int, stack=int, start=int)
    cdef int count_orders(self, Arrangement arrangement) except -1
