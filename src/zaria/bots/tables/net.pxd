# The C types of net.py. The sizes are those of its constants.
cimport cython
from zaria.games.tables.kernel.kernel cimport PINNED

cdef extern from "rows.h":
    enum:
        BLOCK "ROWS_WIDEST_BLOCK"
        LINE "ROWS_LINE"
    float *numbers_in(bytearray memory) noexcept
    void add_rows(float *sums, int at, const float *table, const int *row, const float *by, int count, int stride) noexcept nogil
    void add_to_rows(float *table, const int *row, const float *by, int count, const float *part, int stride) noexcept nogil
    void evaluate_rows(const float *table, int base, const int *row, const float *by, int count, int outputs, int stride, float *o) noexcept nogil
    float score_rows(const float *table, const float *base, const int *row, int count, const float *v) noexcept nogil
    double squashed(double x) noexcept nogil
    int rows_widest() noexcept nogil
    void rows_use(int width) noexcept nogil

cdef int UNITS, DENSE, INPUTS, OUTPUTS, PLACES, STATES, MIDDLE, BANKS, DENSE_ROW, OUTPUT_ROW, SUM_ROW, ROWS, CHANGES

cdef void sum_rows(float *sums, const float *table, const int *row, const float *by, int count, int stride) noexcept nogil
cdef void spread_over_rows(float *table, const int *row, const float *by, int count, const float *part, int stride) noexcept nogil
cdef float score(const float *table, const float *base, const int *row, int count, const float *v) noexcept nogil

@cython.final
cdef class Net:
    cdef public int hidden  # neurons of the hidden layer
    cdef int stride  # numbers from one row to the next: the neurons, and zeros to the end of a block
    cdef list memory  # what the numbers below stand in
    cdef int bank  # the phase chosen
    cdef int in_w  # where the weights of inputs of the phase begin
    cdef int in_bias  # the hidden bias
    cdef int in_v  # the weights of outputs
    cdef int in_c  # their bias
    cdef int in_table  # the table
    cdef float *w  # weights of inputs, all phases
    cdef float *bias  # of the hidden layer
    cdef float *v  # weights of outputs
    cdef float *c  # their bias
    cdef float *table  # the rows of places in each state, of dense numbers and outputs, and the sums
    cdef float *pre  # training: the sums of a position
    cdef bint summed[5]  # in which phases the sums of the base are made
    cdef bint has_base  # whether there is a base
    cdef int base[28]  # what stands on its places
    cdef float base_dense[320]  # its dense numbers in each phase
    cdef int row[122]  # rows in which a position differs from it: two more than can be
    cdef float by[122]  # by how much
    cdef float o[5]  # training: the outputs
    cdef int unit[8]  # inputs that a place switches on
    cdef float much[8]  # their values

    cdef float *numbers(self, int count) except NULL
    cpdef void choose(self, int bank) noexcept nogil
    @cython.locals(h=int, i=int, k=int, at=int)
    cpdef void load(self, object values) except *
    @cython.locals(n=int, at=int, count=int)
    cdef int units(self, int place, int state) noexcept nogil
    @cython.locals(at=int)
    cdef int off_units(self, int place, int n) noexcept nogil
    @cython.locals(place=int, state=int, at=int, k=int, j=int, row=int, count=int, much=float, i=int)
    cpdef void spread(self) noexcept nogil
    @cython.locals(bank=int)
    cpdef void spread_all(self) noexcept nogil
    @cython.locals(bank=int)
    cdef void forget(self) noexcept nogil
    @cython.locals(differs=bint, p=int)
    cdef void compare_with(self, int *view) noexcept nogil
    @cython.locals(rows=int, p=int, k=int, sums=int)
    cdef void sum_up(self, int *off, float *dense, int count) noexcept nogil
    @cython.locals(rows=int, p=int, side=int, at=int, k=int, sums=int, outputs=int)
    cdef void evaluate(self, int *view, int *off, float *dense, int count, float *o) noexcept nogil
    cdef int note(self, int rows, int place, int old, int new) noexcept nogil
    cdef int place_row(self, int place, int state) noexcept nogil
    cdef int row_at(self, int row) noexcept nogil
    @cython.locals(k=int, i=int, at=int, total=float, high=float)
    cdef void finish(self) noexcept nogil
