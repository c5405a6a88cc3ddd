/* The functions of rows.h for vectors of ROWS_BYTES, compiled for ROWS_TARGET: included once for each. */

typedef float ROWS_NAME(rows_vector) __attribute__((vector_size(ROWS_BYTES), aligned(4), may_alias));
typedef int ROWS_NAME(rows_mask) __attribute__((vector_size(ROWS_BYTES), aligned(4), may_alias));
#define VECTOR ROWS_NAME(rows_vector)
#define MASK ROWS_NAME(rows_mask)

/* Add rows of `table`, each `by` times, to the sums that begin at `at`. */
ROWS_TARGET static void ROWS_NAME(add_rows)(float *sums, int at, const float *table, const int *row,
                                            const float *by, int count, int stride)
{
    for (int k = 0; k < stride; k += ROWS_BLOCK) {
        VECTOR sum[ROWS_VECTORS];
        memcpy(sum, sums + at + k, sizeof sum);
        for (int j = 0; j < count; j++) {
            const VECTOR *weights = (const VECTOR *)(table + row[j] + k);
            for (int i = 0; i < ROWS_VECTORS; i++)
                sum[i] += by[j] * weights[i];
        }
        memcpy(sums + at + k, sum, sizeof sum);
    }
}

/* Add the numbers of `part`, each `by` times, to rows of `table`, each of which is named once. */
ROWS_TARGET static void ROWS_NAME(add_to_rows)(float *table, const int *row, const float *by, int count,
                                               const float *part, int stride)
{
    for (int k = 0; k < stride; k += ROWS_BLOCK) {
        VECTOR block[ROWS_VECTORS];
        memcpy(block, part + k, sizeof block);
        for (int j = 0; j < count; j++) {
            VECTOR *sums = (VECTOR *)(table + row[j] + k);
            for (int i = 0; i < ROWS_VECTORS; i++)
                sums[i] += by[j] * block[i];
        }
    }
}

/* Work out the outputs `o` of a position: a hidden layer that is the row `base` and these rows, each `by`
 * times, and from `outputs` on the weights of each output, then the biases of all. */
ROWS_TARGET static void ROWS_NAME(evaluate_rows)(const float *table, int base, const int *row,
                                                 const float *by, int count, int outputs, int stride,
                                                 float *o)
{
    VECTOR total[ROWS_OUTPUTS] = {};
    for (int k = 0; k < stride; k += ROWS_BLOCK) {
        VECTOR sum[ROWS_VECTORS];
        memcpy(sum, table + base + k, sizeof sum);
        for (int j = 0; j < count; j++) {
            const VECTOR *weights = (const VECTOR *)(table + row[j] + k);
            for (int i = 0; i < ROWS_VECTORS; i++)
                sum[i] += by[j] * weights[i];
        }
        for (int i = 0; i < ROWS_VECTORS; i++) {
            VECTOR high = (VECTOR)((MASK)sum[i] & (MASK)(sum[i] > 0.0f));
            high *= high;
            for (int q = 0; q < ROWS_OUTPUTS; q++)
                total[q] += high * ((const VECTOR *)(table + outputs + q * stride + k))[i];
        }
    }
    float x[8] = {0};
    for (int q = 0; q < ROWS_OUTPUTS; q++) {
        for (int i = 0; i < ROWS_LANES; i++)
            x[q] += total[q][i];
        x[q] = table[outputs + ROWS_OUTPUTS * stride + q] + 0.5f * x[q];
    }
    ROWS_SQUASH(x, o);
}

/* Half the sum of the weights `v` of a pruning net's neurons times the squares of their positive sums: those
 * of `base`, with rows of `table` added and taken off in turn. */
ROWS_TARGET static float ROWS_NAME(score_rows)(const float *table, const float *base, const int *row,
                                               int count, const float *v)
{
    VECTOR sum[ROWS_PRUNING / ROWS_LANES];
    VECTOR total = {};
    memcpy(sum, base, sizeof sum);
    for (int j = 0; j < count; j += 2) {
        const VECTOR *added = (const VECTOR *)(table + row[j]);
        const VECTOR *taken = (const VECTOR *)(table + row[j + 1]);
        for (int i = 0; i < ROWS_PRUNING / ROWS_LANES; i++)
            sum[i] += added[i] - taken[i];
    }
    for (int i = 0; i < ROWS_PRUNING / ROWS_LANES; i++) {
        VECTOR high = (VECTOR)((MASK)sum[i] & (MASK)(sum[i] > 0.0f));
        total += high * high * ((const VECTOR *)v)[i];
    }
    float score = 0.0f;
    for (int i = 0; i < ROWS_LANES; i++)
        score += total[i];
    return 0.5f * score;
}

#undef VECTOR
#undef MASK
