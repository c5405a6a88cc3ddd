/* Keeps what a power cut would leave: after each fsync or fdatasync of a file below DURABLE_FROM the whole file
   is copied into DURABLE_TO, under its name. Loaded before libc (LD_PRELOAD) by tests/support/power_cut.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void copy(int descriptor) {
    const char *from = getenv("DURABLE_FROM"), *to = getenv("DURABLE_TO");
    char link[64], path[PATH_MAX], draft[PATH_MAX + 16], target[PATH_MAX];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!from || !to || length < 0) return;
    path[length] = 0;
    if (strncmp(path, from, strlen(from)) || fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return;
    snprintf(target, sizeof target, "%s/%s", to, strrchr(path, '/') + 1);
    snprintf(draft, sizeof draft, "%s.draft", target);
    pthread_mutex_lock(&one_at_a_time);
    /* Read by SQLite's own descriptor: closing another one of the file would drop the process's locks. */
    int copied = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    static char block[1 << 20];
    off_t offset = 0;
    for (ssize_t size; (size = pread(descriptor, block, sizeof block, offset)) > 0; offset += size)
        if (write(copied, block, size) != size) abort();
    close(copied);
    rename(draft, target);
    pthread_mutex_unlock(&one_at_a_time);
}

/* A journalling file system orders the removal of a name before what is forced later. */
int unlink(const char *path) {
    const char *from = getenv("DURABLE_FROM"), *to = getenv("DURABLE_TO");
    int (*original)(const char *) = dlsym(RTLD_NEXT, "unlink");
    int result = original(path);
    if (!result && from && to && !strncmp(path, from, strlen(from))) {
        char target[PATH_MAX];
        snprintf(target, sizeof target, "%s/%s", to, strrchr(path, '/') + 1);
        original(target);
    }
    return result;
}

static int force(const char *name, int descriptor) {
    int (*original)(int) = dlsym(RTLD_NEXT, name);
    int result = original(descriptor);
    if (!result) copy(descriptor);
    return result;
}

int fsync(int descriptor) { return force("fsync", descriptor); }
int fdatasync(int descriptor) { return force("fdatasync", descriptor); }
