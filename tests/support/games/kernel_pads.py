"""The kernel and the functions over it under one name: compiled, and interpreted."""

import importlib
from typing import Any

from tests.support.games.interpreted_kernel import interpreted_together

KERNEL = "zaria.games.tables.kernel"
PARTS = ("kernel", "survey", "turn_ends", "step_graph", "generation", "tree", "api", "counts", "playout")
NAMES = [f"{KERNEL}.{name}" for name in PARTS]
COMPILED: dict[str, Any] = {name.rpartition(".")[2]: importlib.import_module(name) for name in NAMES}
SOURCE = interpreted_together(NAMES)


class Pad:
    """A kernel of these modules, and what may be asked of it."""

    def __init__(self, modules: dict[str, Any]) -> None:
        self._modules = modules
        self._kernel = modules["kernel"].Kernel()
        self.load = self._kernel.load_position

    def generate(self, d1: int, d2: int, times: int = 4) -> int:
        return int(self._modules["generation"].generate(self._kernel, d1, d2, times))

    def boards(self) -> Any:
        return self._modules["api"].boards(self._kernel)

    def steps(self) -> Any:
        return self._modules["api"].steps(self._kernel)

    def moves(self) -> Any:
        return self._modules["api"].moves(self._kernel)

    def tree(self, *roll: int, **times: int) -> Any:
        return self._modules["tree"].tree_json(self._kernel, *roll, **times)

    def hits(self) -> Any:
        return self._modules["tree"].hits_json(self._kernel)

    def apply_turn(self, moves: Any) -> Any:
        return self._modules["api"].apply_turn(self._kernel, moves)

    def completes(self, d1: int, d2: int, moves: Any, times: int = 4) -> Any:
        return self._modules["api"].completes(self._kernel, d1, d2, moves, times)

    def sides(self) -> Any:
        return self._modules["counts"].sides(self._kernel)

    def playouts(self, games: int, seed: int) -> int:
        return int(self._modules["playout"].playouts(self._kernel, games, seed))
