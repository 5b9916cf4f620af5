/* The loops that take most of the time of a conditional random field. Their twins are in numpy: best_path.py, sums.py
   and paths.py.

   Every sum is taken in the order in which the twins take it, so that both give the same bytes: compile without
   contraction (-ffp-contract=off) and without -ffast-math. Limited API: one file for all Pythons. */

#include "../arrays.h"

static Py_ssize_t
argmax_of_sums(const float *sums, const float *into, Py_ssize_t stride, Py_ssize_t n)
{
    Py_ssize_t best = 0;
    float most = sums[0] + into[0];
    for (Py_ssize_t i = 1; i < n; i++) {
        float sum = sums[i] + into[i * stride];
        if (sum > most) {
            most = sum;
            best = i;
        }
    }
    return best;
}

/* Highest sums up to each of n places that begin at a token and go on by a step of 1 or -1, shape (n, L). */
static void
best_sums(float *best, const float *scores, Py_ssize_t step, const float *steps, Py_ssize_t outside, Py_ssize_t n,
          Py_ssize_t n_tags)
{
    for (Py_ssize_t j = 0; j < n_tags; j++)
        best[j] = scores[j] + steps[outside * n_tags + j];
    for (Py_ssize_t place = 1; place < n; place++) {
        const float *before = best;
        best += n_tags;
        scores += step * n_tags;
        for (Py_ssize_t j = 0; j < n_tags; j++)
            best[j] = before[0] + steps[j];
        for (Py_ssize_t i = 1; i < n_tags; i++) {
            const float from = before[i], *row = steps + i * n_tags;
            for (Py_ssize_t j = 0; j < n_tags; j++) {
                float sum = from + row[j];
                best[j] = sum > best[j] ? sum : best[j];
            }
        }
        for (Py_ssize_t j = 0; j < n_tags; j++)
            best[j] += scores[j];
    }
}

/* Fills the tags of one stretch, from both ends to its middle token. */
static void
walk(float *left, const float *scores, const float *steps, Py_ssize_t outside, Py_ssize_t first, Py_ssize_t last,
     Py_ssize_t n_tags, int32_t *path)
{
    Py_ssize_t n = last - first, n_left = (n + 1) / 2, n_right = n / 2, middle = first + n_left;
    float *right = left + (n_left + 1) * n_tags;
    const float *back = steps + n_tags * n_tags;
    best_sums(left, scores + first * n_tags, 1, steps, outside, n_left + 1, n_tags);
    best_sums(right, scores + last * n_tags, -1, back, outside, n_right + 1, n_tags);
    const float *at_left = left + n_left * n_tags, *at_right = right + n_right * n_tags, *at = scores + middle * n_tags;
    Py_ssize_t best = 0;
    float most = (at_left[0] + at_right[0]) - at[0];
    for (Py_ssize_t j = 1; j < n_tags; j++) {
        float sum = (at_left[j] + at_right[j]) - at[j];
        if (sum > most) {
            most = sum;
            best = j;
        }
    }
    path[middle] = (int32_t)best;
    for (Py_ssize_t place = n_left - 1, tag = best; place >= 0; place--) {
        tag = argmax_of_sums(left + place * n_tags, steps + tag, n_tags, n_tags);
        path[first + place] = (int32_t)tag;
    }
    for (Py_ssize_t place = n_right - 1, tag = best; place >= 0; place--) {
        tag = argmax_of_sums(right + place * n_tags, back + tag, n_tags, n_tags);
        path[last - place] = (int32_t)tag;
    }
}

/* How many tokens the longest stretch has; -1 with an error set where one is not within the tokens. */
static Py_ssize_t
longest_stretch(const Py_buffer *stretches, Py_ssize_t n_tokens)
{
    const int64_t *ends = stretches->buf;
    Py_ssize_t longest = 0;
    for (Py_ssize_t i = 0; i < stretches->shape[0]; i++) {
        if (ends[2 * i] < 0 || ends[2 * i] >= ends[2 * i + 1] || ends[2 * i + 1] > n_tokens) {
            PyErr_SetString(PyExc_IndexError, "a stretch that is not within the tokens");
            return -1;
        }
        Py_ssize_t length = (Py_ssize_t)(ends[2 * i + 1] - ends[2 * i]);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static PyObject *
fill_stretches(const Py_buffer *arrays, Py_ssize_t outside)
{
    const Py_buffer *scores = &arrays[0], *steps = &arrays[1], *stretches = &arrays[2], *path = &arrays[3];
    Py_ssize_t n_tokens = scores->shape[0], n_tags = scores->shape[1], longest;
    const int64_t *ends = stretches->buf;
    if (n_tags < 1 || steps->shape[0] != 2 || steps->shape[1] != n_tags || steps->shape[2] != n_tags ||
        stretches->shape[1] != 2 || path->shape[0] != n_tokens || outside < 0 || outside >= n_tags) {
        PyErr_SetString(PyExc_ValueError, "scores, steps, stretches and path do not fit together");
        return NULL;
    }
    if ((longest = longest_stretch(stretches, n_tokens)) < 0)
        return NULL;
    if (longest + 2 > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(float) / n_tags)
        return PyErr_NoMemory();
    float *room = PyMem_Malloc((size_t)(longest + 2) * (size_t)n_tags * sizeof(float));
    if (room == NULL)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < stretches->shape[0]; i++)
        walk(room, scores->buf, steps->buf, outside, (Py_ssize_t)ends[2 * i], (Py_ssize_t)ends[2 * i + 1] - 1, n_tags,
             path->buf);
    PyMem_Free(room);
    Py_RETURN_NONE;
}

static PyObject *
best_path(PyObject *module, PyObject *args)
{
    static const Shape shapes[] = {
        {"scores", 2, 'f', 4, 0},
        {"steps", 3, 'f', 4, 0},
        {"stretches", 2, 'i', 8, 0},
        {"path", 1, 'i', 4, PyBUF_WRITABLE},
    };
    PyObject *objects[4];
    Py_buffer arrays[4];
    Py_ssize_t outside;
    if (!PyArg_ParseTuple(args, "OOnOO", &objects[0], &objects[1], &outside, &objects[2], &objects[3]) ||
        !take_arrays(objects, arrays, shapes, 4))
        return NULL;
    PyObject *result = fill_stretches(arrays, outside);
    release_arrays(arrays, 4);
    return result;
}

/* Sums over all paths that reach each place of a stretch from one end; a place is taken without its own weight. */
static void
reach(const double *weights, const double *exponentials, Py_ssize_t outside, Py_ssize_t n, Py_ssize_t step,
      Py_ssize_t per_unit, Py_ssize_t n_tags, double *restrict reached, double *units, double *restrict now)
{
    for (Py_ssize_t j = 0; j < n_tags; j++)
        now[j] = (reached[j] = exponentials[outside * n_tags + j]) * weights[j];
    *units = 1;
    for (Py_ssize_t place = 1; place < n; place++) {
        if (place % per_unit == 0) {
            double most = now[0];
            for (Py_ssize_t i = 1; i < n_tags; i++)
                most = now[i] > most ? now[i] : most;
            for (Py_ssize_t i = 0; i < n_tags; i++)
                now[i] /= most;
            *units = most;
        }
        reached += step * n_tags;
        weights += step * n_tags;
        units += step;
        *units = 1;
        for (Py_ssize_t j = 0; j < n_tags; j++)
            reached[j] = now[0] * exponentials[j];
        for (Py_ssize_t i = 1; i < n_tags; i++) {
            const double from = now[i], *row = exponentials + i * n_tags;
            for (Py_ssize_t j = 0; j < n_tags; j++)
                reached[j] += from * row[j];
        }
        for (Py_ssize_t j = 0; j < n_tags; j++)
            now[j] = reached[j] * weights[j];
    }
}

static PyObject *
fill_sums(const Py_buffer *arrays, Py_ssize_t outside, Py_ssize_t per_unit)
{
    const Py_buffer *weights = &arrays[0], *exponentials = &arrays[1], *stretches = &arrays[2];
    const Py_buffer *reached = &arrays[3], *units = &arrays[4];
    Py_ssize_t n_tokens = weights->shape[0], n_tags = weights->shape[1], size = n_tokens * n_tags;
    if (n_tags < 1 || exponentials->shape[0] != 2 || exponentials->shape[1] != n_tags ||
        exponentials->shape[2] != n_tags || stretches->shape[1] != 2 || reached->shape[0] != 2 ||
        reached->shape[1] != n_tokens || reached->shape[2] != n_tags || units->shape[0] != 2 ||
        units->shape[1] != n_tokens || outside < 0 || outside >= n_tags || per_unit < 1) {
        PyErr_SetString(PyExc_ValueError, "weights, exponentials, stretches and sums do not fit together");
        return NULL;
    }
    if (longest_stretch(stretches, n_tokens) < 0)
        return NULL;
    double *now = PyMem_Malloc((size_t)n_tags * sizeof(double));
    if (now == NULL)
        return PyErr_NoMemory();
    const double *own = weights->buf, *steps = exponentials->buf;
    double *sums = reached->buf, *scales = units->buf;
    const int64_t *ends = stretches->buf;
    for (Py_ssize_t i = 0; i < stretches->shape[0]; i++) {
        Py_ssize_t first = (Py_ssize_t)ends[2 * i], last = (Py_ssize_t)ends[2 * i + 1] - 1, n = last - first + 1;
        reach(own + first * n_tags, steps, outside, n, 1, per_unit, n_tags, sums + first * n_tags, scales + first, now);
        reach(own + last * n_tags, steps + n_tags * n_tags, outside, n, -1, per_unit, n_tags,
              sums + size + last * n_tags, scales + n_tokens + last, now);
    }
    PyMem_Free(now);
    Py_RETURN_NONE;
}

static PyObject *
sum_paths(PyObject *module, PyObject *args)
{
    static const Shape shapes[] = {
        {"weights", 2, 'f', 8, 0},
        {"exponentials", 3, 'f', 8, 0},
        {"stretches", 2, 'i', 8, 0},
        {"reached", 3, 'f', 8, PyBUF_WRITABLE},
        {"units", 2, 'f', 8, PyBUF_WRITABLE},
    };
    PyObject *objects[5];
    Py_buffer arrays[5];
    Py_ssize_t outside, per_unit;
    if (!PyArg_ParseTuple(args, "OOnOnOO", &objects[0], &objects[1], &outside, &objects[2], &per_unit, &objects[3],
                          &objects[4]) ||
        !take_arrays(objects, arrays, shapes, 5))
        return NULL;
    PyObject *result = fill_sums(arrays, outside, per_unit);
    release_arrays(arrays, 5);
    return result;
}

enum { EDGE, UNKNOWN }; /* numbers of keys: beyond the line, and of no weight; as channels.py has them */

/* Whether n numbers are below a bound; else an error is set. */
static int
are_below(const int32_t *values, Py_ssize_t n, Py_ssize_t bound, const char *message)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        if (values[i] < 0 || values[i] >= bound) {
            PyErr_SetString(PyExc_IndexError, message);
            return 0;
        }
    }
    return 1;
}

static void
add_row(float *restrict sum, const float *restrict row, Py_ssize_t n)
{
    for (Py_ssize_t j = 0; j < n; j++)
        sum[j] += row[j];
}

static PyObject *
fill_scores(const Py_buffer *arrays)
{
    const Py_buffer *scores = &arrays[0], *table = &arrays[1];
    Py_ssize_t n_tokens = scores->shape[0], n_tags = scores->shape[1], n_offsets = table->shape[1];
    const int32_t *numbers = arrays[2].buf, *lines = arrays[3].buf, *offsets = arrays[4].buf;
    if (table->shape[0] <= UNKNOWN || table->shape[2] != n_tags || arrays[2].shape[0] != n_tokens ||
        arrays[3].shape[0] != n_tokens || arrays[4].shape[0] != n_offsets) {
        PyErr_SetString(PyExc_ValueError, "scores, table, numbers, lines and offsets do not fit together");
        return NULL;
    }
    if (!are_below(numbers, n_tokens, table->shape[0], "a key that is not in the table"))
        return NULL;
    float *sum = scores->buf;
    for (Py_ssize_t token = 0; token < n_tokens; token++, sum += n_tags) {
        for (Py_ssize_t at = 0; at < n_offsets; at++) {
            Py_ssize_t there = token + offsets[at];
            int is_beyond = there < 0 || there >= n_tokens || lines[there] != lines[token];
            Py_ssize_t key = is_beyond ? EDGE : numbers[there];
            if (key != UNKNOWN)
                add_row(sum, (const float *)table->buf + (key * n_offsets + at) * n_tags, n_tags);
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
add_seen(PyObject *module, PyObject *args)
{
    static const Shape shapes[] = {
        {"scores", 2, 'f', 4, PyBUF_WRITABLE},
        {"table", 3, 'f', 4, 0},
        {"numbers", 1, 'i', 4, 0},
        {"lines", 1, 'i', 4, 0},
        {"offsets", 1, 'i', 4, 0},
    };
    PyObject *objects[5];
    Py_buffer arrays[5];
    if (!PyArg_ParseTuple(args, "OOOOO", &objects[0], &objects[1], &objects[2], &objects[3], &objects[4]) ||
        !take_arrays(objects, arrays, shapes, 5))
        return NULL;
    PyObject *result = fill_scores(arrays);
    release_arrays(arrays, 5);
    return result;
}

/* Whether each key has strings of its own, each string its rows, and each row is in the state; else an error is set. */
static int
have_rows(const Py_buffer *arrays)
{
    const Py_buffer *state = &arrays[1], *rows = &arrays[2], *numbers = &arrays[3], *ends = &arrays[4];
    const int32_t *strings = numbers->buf, *row_of = rows->buf;
    const int64_t *end_of = ends->buf;
    Py_ssize_t n_strings = numbers->shape[0], n_offsets = rows->shape[1];
    for (Py_ssize_t key = 0; key < ends->shape[0]; key++) {
        if (end_of[key] <= (key ? end_of[key - 1] : 0) || end_of[key] > n_strings) {
            PyErr_SetString(PyExc_IndexError, "a key without strings, or with some that are not there");
            return 0;
        }
    }
    if (!are_below(strings, n_strings, rows->shape[0], "a string without rows"))
        return 0;
    for (Py_ssize_t i = 0; i < n_strings; i++) {
        if (!are_below(row_of + strings[i] * n_offsets, n_offsets, state->shape[0], "a row that is not in the state"))
            return 0;
    }
    return 1;
}

static PyObject *
fill_rows(const Py_buffer *arrays)
{
    const Py_buffer *sums = &arrays[0], *state = &arrays[1], *rows = &arrays[2];
    Py_ssize_t n_keys = sums->shape[0], n_offsets = sums->shape[1], n_tags = sums->shape[2], string = 0;
    if (state->shape[1] != n_tags || rows->shape[1] != n_offsets || arrays[4].shape[0] != n_keys) {
        PyErr_SetString(PyExc_ValueError, "sums, state, rows and ends do not fit together");
        return NULL;
    }
    if (!have_rows(arrays))
        return NULL;
    const float *weights = state->buf;
    const int32_t *row_of = rows->buf, *strings = arrays[3].buf;
    const int64_t *ends = arrays[4].buf;
    float *sum = sums->buf;
    memset(sum, 0, (size_t)sums->len);
    for (Py_ssize_t key = 0; key < n_keys; key++, sum += n_offsets * n_tags) {
        for (; string < ends[key]; string++) {
            for (Py_ssize_t at = 0; at < n_offsets; at++)
                add_row(sum + at * n_tags, weights + row_of[strings[string] * n_offsets + at] * n_tags, n_tags);
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
sum_strings(PyObject *module, PyObject *args)
{
    static const Shape shapes[] = {
        {"sums", 3, 'f', 4, PyBUF_WRITABLE},
        {"state", 2, 'f', 4, 0},
        {"rows", 2, 'i', 4, 0},
        {"numbers", 1, 'i', 4, 0},
        {"ends", 1, 'i', 8, 0},
    };
    PyObject *objects[5];
    Py_buffer arrays[5];
    if (!PyArg_ParseTuple(args, "OOOOO", &objects[0], &objects[1], &objects[2], &objects[3], &objects[4]) ||
        !take_arrays(objects, arrays, shapes, 5))
        return NULL;
    PyObject *result = fill_rows(arrays);
    release_arrays(arrays, 5);
    return result;
}

static PyMethodDef methods[] = {
    {"best_path", best_path, METH_VARARGS, "best_path(scores, steps, outside, stretches, path)"},
    {"sum_paths", sum_paths, METH_VARARGS,
     "sum_paths(weights, exponentials, outside, stretches, steps_per_unit, reached, units)"},
    {"add_seen", add_seen, METH_VARARGS, "add_seen(scores, table, numbers, lines, offsets)"},
    {"sum_strings", sum_strings, METH_VARARGS, "sum_strings(sums, state, rows, numbers, ends)"},
    {NULL, NULL, 0, NULL},
};

static int
fill_module(PyObject *module)
{
    return PyModule_AddStringConstant(module, "SOURCE", SOURCE);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", "Loops of a conditional random field, compiled.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
