"""Builds the compiled kernels; where one cannot be built the same source runs interpreted."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
    "auto_pickle": False,  # kernels are not pickled, and what would do it is a fifth of the code
}

CORES = os.cpu_count() or 1
SHARED = "zaria.cython_shared"
"""A module with what Cython would else put into each of the others, and the C compiler compile each time."""


HEADERS = Path("src/zaria/bots/tables")
"""Headers of kernels. What gains by wide instructions is compiled for each kind there, chosen at import."""


def kernels() -> list[Extension]:
    """One extension for each typed source: a `.py` with a `.pxd` beside it."""
    root = Path("src")
    return [
        Extension(
            ".".join(pxd.relative_to(root).with_suffix("").parts),
            [str(pxd.with_suffix(".py"))],
            include_dirs=[str(HEADERS)] if "bots" in pxd.parts else [],
            depends=[str(header) for header in sorted(HEADERS.glob("*.h"))] if "bots" in pxd.parts else [],
            extra_compile_args=[
                "-O3",
                "-g0",
                "-fno-wrapv",  # Python's own -fwrapv costs the kernel a fifth
                *(["-ffast-math"] if "bots" in pxd.parts else []),  # sums in any order
            ],
        )
        for pxd in sorted(root.rglob("*.pxd"))
        if pxd.with_suffix(".py").exists()  # else it only tells others what to use
    ]


def shared() -> Extension:
    """The module SHARED, in C."""
    source = Path("build/cython") / f"{SHARED}.c"
    source.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run((sys.executable, "-m", "cython", f"--generate-shared={source}"), check=True)
    return Extension(SHARED, [str(source)], extra_compile_args=["-O1", "-g0"])  # nothing that is called often


def cythonized() -> list[Extension]:
    from Cython.Build import cythonize

    made = cythonize(
        [*kernels(), shared()],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        nthreads=CORES,
        shared_utility_qualified_name=SHARED,
    )
    for extension in made:
        extension.optional = True  # cythonize does not pass it on
    return made


if __name__ == "__main__":  # the processes that translate read this file, too
    apart = os.environ.get("ZARIA_KERNELS") == "apart"  # what installs Zaria has them compiled by itself
    setup(ext_modules=[] if apart else cythonized(), options={"build_ext": {"parallel": CORES}})
