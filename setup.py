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


def float_flags() -> list[str]:
    """Flags for code that works with many floats: sums in any order, eight at once where this machine can.

    ZARIA_PORTABLE is set where what is built will run on other machines than this one.
    """
    flags = ["-ffast-math"]
    info = Path("/proc/cpuinfo")
    known = info.read_text().split() if info.exists() and not os.environ.get("ZARIA_PORTABLE") else []
    if "avx2" in known and "fma" in known:
        flags += ["-mavx2", "-mfma"]
    return flags


def kernels() -> list[Extension]:
    """One extension for each typed source: a `.py` with a `.pxd` beside it."""
    root = Path("src")
    return [
        Extension(
            ".".join(pxd.relative_to(root).with_suffix("").parts),
            [str(pxd.with_suffix(".py"))],
            include_dirs=["src/zaria/bots/tables"] if "bots" in pxd.parts else [],
            depends=[str(header) for header in sorted(pxd.parent.glob("*.h"))],
            extra_compile_args=[
                "-O3",
                "-g0",
                "-fno-wrapv",  # Python's own -fwrapv costs the kernel a fifth
                *(float_flags() if "bots" in pxd.parts else ()),
            ],
        )
        for pxd in sorted(root.rglob("*.pxd"))
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
    setup(ext_modules=cythonized(), options={"build_ext": {"parallel": CORES}})
