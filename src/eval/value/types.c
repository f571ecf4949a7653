#include "eval/types.h"

const struct type_def TYPES[] = {
#define TYPE(id, name, base) {name, TYPE_##id, TYPE_##base},
#include "eval/types.def"
#undef TYPE
};

const struct type_def *type_find(str name)
{
    if (str_is(name, "IOError") || str_is(name, "EnvironmentError")) {
        return &TYPES[TYPE_OS_ERROR];
    }
    for (int i = 0; i < TYPE_COUNT; i++) {
        bool hidden = i == TYPE_NONE || i == TYPE_FUNCTION || i == TYPE_MODULE || i == TYPE_LIMIT ||
                      i == TYPE_CONFIG_PARSING_ERROR;
        if (!hidden && TYPES[i].name[0] == name.p[0] && str_is(name, TYPES[i].name)) {
            return &TYPES[i];
        }
    }
    return NULL;
}

bool type_is_subtype(enum type_id type, enum type_id of)
{
    if (type == TYPE_EXCEPTION_GROUP && of == TYPE_BASE_EXCEPTION_GROUP) {
        return true; /* the one class with two bases */
    }
    while (type != of && type != TYPE_OBJECT) {
        type = TYPES[type].base;
    }
    return type == of;
}

enum type_id type_of(const struct value *v)
{
    switch (v->kind) {
    case VALUE_NONE: return TYPE_NONE;
    case VALUE_BOOL: return TYPE_BOOL;
    case VALUE_INT:
    case VALUE_BIG_INT: return TYPE_INT;
    case VALUE_FLOAT: return TYPE_FLOAT;
    case VALUE_COMPLEX: return TYPE_COMPLEX;
    case VALUE_STRING: return TYPE_STR;
    case VALUE_BYTES: return TYPE_BYTES;
    case VALUE_LIST: return TYPE_LIST;
    case VALUE_TUPLE: return TYPE_TUPLE;
    case VALUE_DICT: return TYPE_DICT;
    case VALUE_SET: return TYPE_SET;
    case VALUE_FROZENSET: return TYPE_FROZENSET;
    case VALUE_RANGE: return TYPE_RANGE;
    case VALUE_SLICE: return TYPE_SLICE;
    case VALUE_FUNCTION: return TYPE_FUNCTION;
    case VALUE_TYPE:
    case VALUE_CLASS: return TYPE_TYPE;
    case VALUE_MODULE: return TYPE_MODULE;
    case VALUE_EXCEPTION: return v->exception->type->id;
    default: return TYPE_OBJECT;
    }
}
