/* Sums of a net's rows, and its outputs, by the widest instructions of the processor; see net.py.
 *
 * A row is a place in `table` from which `stride` numbers stand, those beyond the neurons of the net being 0.
 * rows.py is the same for interpreted runs.
 */
#ifndef ZARIA_ROWS_H
#define ZARIA_ROWS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define ROWS_OUTPUTS 5
#define ROWS_PRUNING 32 /* NEURONS of pruning_sizes.py */
#define ROWS_LANES (ROWS_BYTES / 4)
#define ROWS_VECTORS 8 /* these stay in registers while all rows are added */
#define ROWS_BLOCK (ROWS_VECTORS * ROWS_LANES)
#define ROWS_WIDEST_BLOCK 128 /* ROWS_BLOCK of the widest instructions */
#define ROWS_LINE 64 /* bytes in a line of the processor's cache */
#define ROWS_FARTHEST 30.0f /* FARTHEST of rows.py */

/* Logistic functions, in single precision: exp by Cephes' expf. */
#define ROWS_SQUASH(x, o) \
    do { \
        float power[8]; \
        union { int i[8]; float f[8]; } scale; \
        for (int k = 0; k < 8; k++) { \
            float y = x[k] > ROWS_FARTHEST ? ROWS_FARTHEST : x[k] < -ROWS_FARTHEST ? -ROWS_FARTHEST : x[k]; \
            int n = (int)(64.5f - y * 1.44269504f) - 64; \
            float r = -y - (float)n * 0.693359375f + (float)n * 2.12194440e-4f; \
            float p = 1.9875691500e-4f; \
            p = p * r + 1.3981999507e-3f; \
            p = p * r + 8.3334519073e-3f; \
            p = p * r + 4.1665795894e-2f; \
            p = p * r + 1.6666665459e-1f; \
            p = p * r + 0.5f; \
            power[k] = p * r * r + r + 1.0f; \
            scale.i[k] = (n + 127) << 23; \
        } \
        for (int k = 0; k < 8; k++) \
            x[k] = 1.0f / (1.0f + power[k] * scale.f[k]); \
        memcpy(o, x, ROWS_OUTPUTS * sizeof(float)); \
    } while (0)

#define ROWS_NAME(function) function##_plain
#define ROWS_BYTES 16
#define ROWS_TARGET
#include "rows_body.h"
#undef ROWS_NAME
#undef ROWS_BYTES
#undef ROWS_TARGET

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define ROWS_X86 1
#include <cpuid.h>

#define ROWS_NAME(function) function##_avx2
#define ROWS_BYTES 32
#define ROWS_TARGET __attribute__((target("avx2,fma")))
#include "rows_body.h"
#undef ROWS_NAME
#undef ROWS_BYTES
#undef ROWS_TARGET

#define ROWS_NAME(function) function##_avx512
#define ROWS_BYTES 64
#define ROWS_TARGET __attribute__((target("avx512f,avx2,fma")))
#include "rows_body.h"
#undef ROWS_NAME
#undef ROWS_BYTES
#undef ROWS_TARGET
#endif

static void (*add_rows)(float *, int, const float *, const int *, const float *, int, int) = add_rows_plain;
static void (*add_to_rows)(float *, const int *, const float *, int, const float *, int) = add_to_rows_plain;
static void (*evaluate_rows)(const float *, int, const int *, const float *, int, int, int, float *) =
    evaluate_rows_plain;
static float (*score_rows)(const float *, const float *, const int *, int, const float *) = score_rows_plain;

/* The numbers that stand in a bytearray from the first line of the cache on. */
static inline float *numbers_in(PyObject *memory)
{
    uintptr_t at = (uintptr_t)PyByteArray_AS_STRING(memory);
    return (float *)((at + ROWS_LINE - 1) / ROWS_LINE * ROWS_LINE);
}

/* The logistic function. */
static inline double squashed(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* The widest instructions that processor and operating system have: 0 plain, 1 AVX2 and FMA, 2 AVX-512. */
static inline int rows_widest(void)
{
#ifdef ROWS_X86
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_FMA))
        return 0;
    __asm__(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0)); /* xgetbv: what is saved of a thread */
    if ((low & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
        return 0;
    return (low & 0xe6) == 0xe6 && b & bit_AVX512F ? 2 : 1;
#else
    return 0;
#endif
}

/* Work with these instructions (0 to 2) from now on, which must be there. */
static inline void rows_use(int width)
{
    add_rows = add_rows_plain;
    add_to_rows = add_to_rows_plain;
    evaluate_rows = evaluate_rows_plain;
    score_rows = score_rows_plain;
#ifdef ROWS_X86
    if (width == 1) {
        add_rows = add_rows_avx2;
        add_to_rows = add_to_rows_avx2;
        evaluate_rows = evaluate_rows_avx2;
        score_rows = score_rows_avx2;
    } else if (width == 2) {
        add_rows = add_rows_avx512;
        add_to_rows = add_to_rows_avx512;
        evaluate_rows = evaluate_rows_avx512;
        score_rows = score_rows_avx512;
    }
#else
    (void)width;
#endif
}

#endif
