/* Arrays that Python hands to the cores in C, each checked before it is read. */

#ifndef MASKERAD_ARRAYS_H
#define MASKERAD_ARRAYS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <string.h>

#ifndef SOURCE
#define SOURCE "" /* digest of core and header, as hatch_build.py has it: compiled_twin.py refuses any other */
#endif

/* What an array must be. Kinds: 'f' floats, 'i' integers, 'u' integers without sign. */
typedef struct {
    const char *name;
    int ndim;
    char kind;
    Py_ssize_t size; /* bytes of an item */
    int flags;       /* PyBUF_WRITABLE where it is written to, else 0 */
} Shape;

static int
is_of_kind(char format, char kind)
{
    const char *formats = kind == 'f' ? "fd" : kind == 'i' ? "ilq" : "ILQ";
    return format && strchr(formats, format) != NULL;
}

/* A C-contiguous array of a shape, or an error. */
static int
take_array(PyObject *object, Py_buffer *view, const Shape *shape)
{
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | shape->flags) < 0)
        return 0;
    char format = view->format ? view->format[0] : 'B';
    if (view->ndim == shape->ndim && view->itemsize == shape->size && is_of_kind(format, shape->kind))
        return 1;
    PyErr_Format(PyExc_TypeError, "%s: not an array of %d dimensions and the right type", shape->name, shape->ndim);
    PyBuffer_Release(view);
    return 0;
}

static void
release_arrays(Py_buffer *views, Py_ssize_t n)
{
    while (n-- > 0)
        PyBuffer_Release(&views[n]);
}

/* Several arrays, or an error and none. */
static int
take_arrays(PyObject **objects, Py_buffer *views, const Shape *shapes, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!take_array(objects[i], &views[i], &shapes[i])) {
            release_arrays(views, i);
            return 0;
        }
    }
    return 1;
}

#endif
