"""The compiled kernel of ugolki and the same source interpreted."""

import os

import pytest

from tests.support.games.interpreted_kernel import interpreted
from zaria.games.ugolki import game, kernel


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_kernel_is_compiled() -> None:
    assert kernel.kernel_is_compiled()


def test_source_runs_interpreted() -> None:
    source = interpreted(kernel)
    assert not source.kernel_is_compiled()
    men = game().start().men
    interpreted_kernel = source.UgolkiKernel()
    assert [interpreted_kernel.perft(*men, depth) for depth in (1, 2, 3)] == [14, 196, 4412]
    assert interpreted_kernel.moves(*men) == kernel.UgolkiKernel().moves(*men)
    assert not interpreted_kernel.passes(*men)
