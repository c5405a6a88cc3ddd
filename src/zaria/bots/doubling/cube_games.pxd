# The C types of cube_games.py.
cimport cython
from zaria.bots.doubling.cubes cimport ME, NOBODY, OTHER, Cubes
from zaria.bots.doubling.efficiency cimport of_race
from zaria.bots.doubling.offers cimport Offers
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.features cimport Features
from zaria.bots.tables.playing cimport begin, copy, lay_view, play
from zaria.bots.tables.rollouts cimport STUCK, is_over, is_unmoved, number_of_roll

cdef int HALF

@cython.final
cdef class CubeGames:
    cdef EvaluatorKernel evaluator  # plays and evaluates
    cdef Offers first  # of side 0
    cdef Offers second  # of side 1
    cdef double contact  # the efficiency of a cube outside races
    cdef bint races  # whether races have another
    cdef bint without_mars  # whether the second class of wins is koks
    cdef double whole  # the equities of both sides together
    cdef int side  # the side on roll
    cdef int level  # of the cube
    cdef int owner  # of the cube: a side or NOBODY
    cdef double luck  # of all rolls so far
    cdef bint is_ended  # whether a double was dropped

    @cython.locals(evaluator=EvaluatorKernel, first=int, second=int, equity=double)
    cpdef double play(self, tuple board, tuple cube, tuple dice, long long seed, int rolls, bint without_luck) except? -1e300
    @cython.locals(idle=int, roll=int, equity=double, number=int, d1=int, d2=int)
    cdef double play_out(self, int first, int second, int rolls, bint without_luck) noexcept nogil
    @cython.locals(efficiency=double, equity=double)
    cdef double turn_cube(self) noexcept nogil
    @cython.locals(count=int)
    cdef double offer(self, Offers offers, double efficiency) noexcept nogil
    @cython.locals(o=cython.p_float, owner=int)
    cdef void place(self, Offers offers, double efficiency) noexcept nogil
    cdef void look(self, int at) noexcept nogil
    @cython.locals(k=int)
    cdef void look_at_result(self, int at) noexcept nogil
    cdef bint is_final(self) noexcept nogil
    cdef double efficiency_of(self, Features features) noexcept nogil
    @cython.locals(efficiency=double, equity=double)
    cdef double worth(self, bint is_final) noexcept nogil
    cdef double worth_to_roller(self, Offers offers, double efficiency, bint is_final) noexcept nogil
    @cython.locals(roller=int, mean=double, rolled=double, high=int, low=int, equity=double)
    cdef void add_luck(self, int d1, int d2) noexcept nogil
    cdef void set_prices(self) noexcept nogil
    @cython.locals(prices=cython.p_double, level=int, single=bint, k=int, place=int, win=double, loss=double)
    cdef void set_prices_of(self, Cubes cubes, int side) noexcept nogil
