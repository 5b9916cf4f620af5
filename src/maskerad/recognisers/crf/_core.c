/* The two loops that take most of the time of a conditional random field; best_path.py and rows.py are their twins.

   Every sum is taken in the order in which the twins take it, in 32-bit floats, so that both give the same bytes:
   compile without contraction (-ffp-contract=off) and without -ffast-math. Limited API: one file for all Pythons. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>

#ifndef SOURCE
#define SOURCE "" /* digest of this file, as hatch_build.py has it: compiled.py refuses what was compiled from another */
#endif

/* A C-contiguous array of some dimensions and type ('f': 32-bit floats, 'i': integers of a size), or an error. */
static int
take_array(PyObject *object, Py_buffer *view, const char *name, int ndim, char type, Py_ssize_t size, int flags)
{
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) < 0)
        return 0;
    char format = view->format ? view->format[0] : 'B';
    int fits = type == 'f' ? format == 'f' : (format == 'i' || format == 'l' || format == 'q');
    if (view->ndim == ndim && view->itemsize == size && fits)
        return 1;
    PyErr_Format(PyExc_TypeError, "%s: not an array of %d dimensions and the right type", name, ndim);
    PyBuffer_Release(view);
    return 0;
}

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

static PyObject *
fill_stretches(Py_buffer *scores, Py_buffer *steps, Py_ssize_t outside, Py_buffer *stretches, Py_buffer *path)
{
    Py_ssize_t n_tokens = scores->shape[0], n_tags = scores->shape[1], longest = 0;
    const int64_t *ends = stretches->buf;
    if (n_tags < 1 || steps->shape[0] != 2 || steps->shape[1] != n_tags || steps->shape[2] != n_tags ||
        stretches->shape[1] != 2 || path->shape[0] != n_tokens || outside < 0 || outside >= n_tags) {
        PyErr_SetString(PyExc_ValueError, "scores, steps, stretches and path do not fit together");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < stretches->shape[0]; i++) {
        if (ends[2 * i] < 0 || ends[2 * i] >= ends[2 * i + 1] || ends[2 * i + 1] > n_tokens) {
            PyErr_SetString(PyExc_IndexError, "a stretch that is not within the tokens");
            return NULL;
        }
        Py_ssize_t length = (Py_ssize_t)(ends[2 * i + 1] - ends[2 * i]);
        longest = length > longest ? length : longest;
    }
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
    PyObject *objects[4], *result = NULL;
    Py_buffer scores, steps, stretches, path;
    Py_ssize_t outside;
    if (!PyArg_ParseTuple(args, "OOnOO", &objects[0], &objects[1], &outside, &objects[2], &objects[3]))
        return NULL;
    if (!take_array(objects[0], &scores, "scores", 2, 'f', 4, 0))
        return NULL;
    if (take_array(objects[1], &steps, "steps", 3, 'f', 4, 0)) {
        if (take_array(objects[2], &stretches, "stretches", 2, 'i', 8, 0)) {
            if (take_array(objects[3], &path, "path", 1, 'i', 4, PyBUF_WRITABLE)) {
                result = fill_stretches(&scores, &steps, outside, &stretches, &path);
                PyBuffer_Release(&path);
            }
            PyBuffer_Release(&stretches);
        }
        PyBuffer_Release(&steps);
    }
    PyBuffer_Release(&scores);
    return result;
}

static PyObject *
sum_rows(Py_buffer *scores, Py_buffer *table, Py_buffer *rows, Py_ssize_t nothing)
{
    Py_ssize_t n_tokens = scores->shape[0], n_tags = scores->shape[1];
    float *sums = scores->buf;
    const float *values = table->buf;
    const int32_t *numbers = rows->buf;
    if (table->shape[1] != n_tags || rows->shape[0] != n_tokens) {
        PyErr_SetString(PyExc_ValueError, "scores, table and rows do not fit together");
        return NULL;
    }
    for (Py_ssize_t token = 0; token < n_tokens; token++) {
        if (numbers[token] == nothing)
            continue;
        if (numbers[token] < 0 || numbers[token] >= table->shape[0]) {
            PyErr_SetString(PyExc_IndexError, "a row that is not in the table");
            return NULL;
        }
        float *sum = sums + token * n_tags;
        const float *row = values + numbers[token] * n_tags;
        for (Py_ssize_t j = 0; j < n_tags; j++)
            sum[j] += row[j];
    }
    Py_RETURN_NONE;
}

static PyObject *
add_rows(PyObject *module, PyObject *args)
{
    PyObject *objects[3], *result = NULL;
    Py_buffer scores, table, rows;
    Py_ssize_t nothing;
    if (!PyArg_ParseTuple(args, "OOOn", &objects[0], &objects[1], &objects[2], &nothing))
        return NULL;
    if (!take_array(objects[0], &scores, "scores", 2, 'f', 4, PyBUF_WRITABLE))
        return NULL;
    if (take_array(objects[1], &table, "table", 2, 'f', 4, 0)) {
        if (take_array(objects[2], &rows, "rows", 1, 'i', 4, 0)) {
            result = sum_rows(&scores, &table, &rows, nothing);
            PyBuffer_Release(&rows);
        }
        PyBuffer_Release(&table);
    }
    PyBuffer_Release(&scores);
    return result;
}

static PyMethodDef methods[] = {
    {"best_path", best_path, METH_VARARGS, "best_path(scores, steps, outside, stretches, path)"},
    {"add_rows", add_rows, METH_VARARGS, "add_rows(scores, table, rows, nothing)"},
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
