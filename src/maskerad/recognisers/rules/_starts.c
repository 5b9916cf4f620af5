/* The loop over tokens that tries each rule where its lead allows it; starts.py is its twin. Limited API. */

#include "../arrays.h"

enum { LEAD = 3, SET_BITS = 64 };

typedef struct {
    const Py_UCS4 *classes; /* of the tokens */
    Py_ssize_t n_tokens;
    const int32_t *rows; /* number of the set of each class at each place of a lead, shape (LEAD, n_classes) */
    Py_ssize_t n_classes;
    const uint64_t *sets; /* rules as bits of their numbers, shape (n_sets, n_words) */
    Py_ssize_t n_sets, n_words;
    PyObject *text, *anchors, *matchers;
} Search;

/* The set of a class at one place of a lead; NULL with an error set where it is not known. Texts end as lines do. */
static const uint64_t *
suiting(const Search *search, Py_ssize_t token, Py_ssize_t place)
{
    Py_UCS4 code = token + place < search->n_tokens ? search->classes[token + place] : '\n';
    if ((Py_ssize_t)code < search->n_classes) {
        int32_t row = search->rows[place * search->n_classes + (Py_ssize_t)code];
        if (row >= 0 && row < search->n_sets)
            return search->sets + row * search->n_words;
    }
    PyErr_SetString(PyExc_IndexError, "a class of which no rules are known");
    return NULL;
}

/* Tries one rule at one place and keeps what it finds; -1 with an error set. */
static int
try_rule(const Search *search, Py_ssize_t token, Py_ssize_t number, PyObject *anchor, PyObject *found)
{
    PyObject *matcher = PyList_GetItem(search->matchers, number);
    if (matcher == NULL)
        return -1;
    Py_INCREF(matcher); /* the call may put another into the list */
    PyObject *match = PyObject_CallFunctionObjArgs(matcher, search->text, anchor, NULL);
    Py_DECREF(matcher);
    if (match == NULL)
        return -1;
    if (match == Py_None) {
        Py_DECREF(match);
        return 0;
    }
    PyObject *item = Py_BuildValue("nnN", token, number, match);
    int result = item == NULL ? -1 : PyList_Append(found, item);
    Py_XDECREF(item);
    return result;
}

/* Tries all rules that may begin at a token; -1 with an error set. */
static int
try_token(const Search *search, Py_ssize_t token, PyObject *found)
{
    const uint64_t *first = suiting(search, token, 0), *second = first ? suiting(search, token, 1) : NULL;
    const uint64_t *third = second ? suiting(search, token, 2) : NULL;
    if (third == NULL)
        return -1;
    PyObject *anchor = NULL;
    int result = 0;
    for (Py_ssize_t word = 0; word < search->n_words && result == 0; word++) {
        uint64_t bits = first[word] & second[word] & third[word];
        for (Py_ssize_t number = word * SET_BITS; bits && result == 0; bits >>= 1, number++) {
            if (!(bits & 1))
                continue;
            if (anchor == NULL)
                anchor = PySequence_GetItem(search->anchors, token);
            result = anchor == NULL ? -1 : try_rule(search, token, number, anchor, found);
        }
    }
    Py_XDECREF(anchor);
    return result;
}

static PyObject *
tried(const Search *search, int at_lines)
{
    PyObject *found = PyList_New(0);
    for (Py_ssize_t token = 0; found != NULL && token < search->n_tokens; token++) {
        if (at_lines && token && search->classes[token - 1] != '\n')
            continue;
        if (try_token(search, token, found) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static const Shape TABLES[] = {{"rows", 1, 'i', sizeof(int32_t), 0}, {"sets", 1, 'u', sizeof(uint64_t), 0}};

static PyObject *
with_tables(Search *search, PyObject *classes, const Py_buffer *tables, int at_lines)
{
    const Py_buffer *rows = &tables[0], *sets = &tables[1];
    search->rows = rows->buf;
    search->n_classes = rows->len / (Py_ssize_t)sizeof(int32_t) / LEAD;
    search->sets = sets->buf;
    search->n_words = (PyList_Size(search->matchers) + SET_BITS - 1) / SET_BITS;
    search->n_sets = search->n_words ? sets->len / (Py_ssize_t)sizeof(uint64_t) / search->n_words : 0;
    if (search->n_words == 0)
        return PyList_New(0);
    search->n_tokens = PyUnicode_GetLength(classes);
    Py_UCS4 *codes = PyUnicode_AsUCS4Copy(classes);
    if (codes == NULL)
        return NULL;
    search->classes = codes;
    PyObject *found = tried(search, at_lines);
    PyMem_Free(codes);
    return found;
}

static PyObject *
search(PyObject *args, int at_lines)
{
    PyObject *classes, *objects[2];
    Py_buffer tables[2];
    Search one;
    if (!PyArg_ParseTuple(args, "UOOOOO!", &classes, &objects[0], &objects[1], &one.text, &one.anchors, &PyList_Type,
                          &one.matchers) ||
        !take_arrays(objects, tables, TABLES, 2))
        return NULL;
    PyObject *result = with_tables(&one, classes, tables, at_lines);
    release_arrays(tables, 2);
    return result;
}

static PyObject *
matches(PyObject *module, PyObject *args)
{
    return search(args, 0);
}

static PyObject *
line_matches(PyObject *module, PyObject *args)
{
    return search(args, 1);
}

static PyMethodDef methods[] = {
    {"matches", matches, METH_VARARGS, "matches(classes, rows, sets, text, anchors, matchers)"},
    {"line_matches", line_matches, METH_VARARGS, "line_matches(classes, rows, sets, text, anchors, matchers)"},
    {NULL, NULL, 0, NULL},
};

static int
fill_module(PyObject *module)
{
    return PyModule_AddStringConstant(module, "SOURCE", SOURCE);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_starts", "Rules tried where they may begin, compiled.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__starts(void)
{
    return PyModuleDef_Init(&definition);
}
