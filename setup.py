"""Builds the compiled kernels; where one cannot be built the same source runs interpreted."""

from pathlib import Path

from setuptools import Extension, setup

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
}


def kernels() -> list[Extension]:
    """One extension for each typed source: a `.py` with a `.pxd` beside it."""
    root = Path("src")
    return [
        Extension(
            ".".join(pxd.relative_to(root).with_suffix("").parts),
            [str(pxd.with_suffix(".py"))],
            extra_compile_args=["-O3", "-fno-wrapv"],  # Python's own -fwrapv costs the kernel a fifth
        )
        for pxd in sorted(root.rglob("*.pxd"))
    ]


def cythonized() -> list[Extension]:
    from Cython.Build import cythonize

    made = cythonize(kernels(), compiler_directives=DIRECTIVES, build_dir="build/cython")
    for extension in made:
        extension.optional = True  # cythonize does not pass it on
    return made


setup(ext_modules=cythonized())
