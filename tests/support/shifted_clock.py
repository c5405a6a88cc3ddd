"""A real server whose wall clock a test sets, while its monotonic clock goes on."""

import mmap
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.requirements import missing
from tests.support.servers import Server, environment

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile long *shift_s;
static int (*real)(clockid_t, struct timespec *);

static void begin(void) {
    const char *path = getenv("CLOCK_SHIFT");
    int file = path ? open(path, O_RDONLY) : -1;
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    if (file >= 0) {
        void *shared = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) shift_s = shared;
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!real) begin();
    int failed = real(clock, now);
    int wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!failed && shift_s && wall) now->tv_sec += *shift_s;
    return failed;
}
"""
"""Loaded before libc, it adds the seconds of a shared file to the wall's clock."""


class ShiftedServer(Server):
    """A server of its own program. `shift` sets its wall clock."""

    def __init__(self, data: Path, library_folder: Path, **more: str) -> None:
        self._library = _built(library_folder)
        self._file = library_folder / "shift"
        self._file.write_bytes(struct.pack("l", 0))
        super().__init__(data, port=0, bot_pause=0, **more)

    def shift(self, seconds: int) -> None:
        """Let the wall's clock say so much more than it does."""
        with self._file.open("r+b") as file, mmap.mmap(file.fileno(), 0) as shared:
            shared[:] = struct.pack("l", seconds)

    def _open(self, port: int) -> Any:
        preload = {"LD_PRELOAD": str(self._library), "CLOCK_SHIFT": str(self._file)}
        return subprocess.Popen(
            [sys.executable, "-m", self.module, "serve", "--port", str(port), "--bot-pause", "0"],
            env=environment(self.data, **self.more, **preload),
            stdout=subprocess.PIPE,
            text=True,
        )


def _built(folder: Path) -> Path:
    """The library; the test is skipped without a C compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None or not sys.platform.startswith("linux"):
        missing("services", "no C compiler for Linux")
    library = folder / "shifted_clock.so"
    build = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), "-x", "c", "-", "-ldl"]
    subprocess.run(build, input=SOURCE.encode(), check=True)
    return library
