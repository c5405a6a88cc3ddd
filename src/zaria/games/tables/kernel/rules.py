"""The rules of a tables game as the kernel takes them."""

from typing import NamedTuple


class KernelRules(NamedTuple):
    """Rules as numbers; what they mean is said in `zaria.games.tables.options.TablesOptions`.

    * limit: the least number on a point where a checker may land: -1 a lone opponent, 0 none of them;
    * pin: does a checker that lands on a lone opponent pin it (1), or hit it (0)?
    * parallel: do both sides run the same way round?
    * head: the option; head_list, first_long_move, six_block, mothers, off_ban: its place among the choices;
    * quarter: the place of `quarter_limit`;
    * first_away, open_lock, caucasus: is it agreed?
    * stays: must a checker that hit in the home stay there?
    * checkers: how many a side has.
    """

    limit: int = 0
    pin: int = 0
    parallel: int = 0
    head: int = 0
    head_list: int = 0
    first_long_move: int = 0
    six_block: int = 0
    first_away: int = 0
    quarter: int = 0
    open_lock: int = 0
    mothers: int = 0
    caucasus: int = 0
    off_ban: int = 0
    stays: int = 0
    checkers: int = 15
