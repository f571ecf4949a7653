#include "report/json.h"

#include "eval/number.h"
#include "eval/text.h"

#include <math.h>

cJSON *json_string(struct arena *a, str s)
{
    return cJSON_CreateString(arena_str(a, s).p);
}

void json_add(struct arena *a, cJSON *to, const char *name, str s)
{
    cJSON_AddItemToObject(to, name, json_string(a, s));
}

static cJSON *repr(struct arena *a, const struct value *v)
{
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    text_repr(a, &b, v, &unknown);
    return json_string(a, buf_str(&b));
}

static cJSON *convert(struct arena *a, const struct value *v, uint32_t depth)
{
    cJSON *node;
    switch (depth > 0 ? v->kind : VALUE_UNKNOWN) {
    case VALUE_NONE: return cJSON_CreateNull();
    case VALUE_BOOL: return cJSON_CreateBool(v->b);
    case VALUE_INT: return cJSON_CreateNumber((double)v->i);
    case VALUE_FLOAT: /* 512.0 is not 512: some constructors take only floats */
        return isfinite(v->f) ? cJSON_CreateRaw(number_float_text(a, v->f).p) : repr(a, v);
    case VALUE_STRING: return json_string(a, value_str(v));
    case VALUE_LIST:
    case VALUE_TUPLE:
        node = cJSON_CreateArray();
        for (uint32_t i = 0; i < v->list->n; i++) {
            cJSON_AddItemToArray(node, convert(a, &v->list->items[i], depth - 1));
        }
        return node;
    case VALUE_DICT:
        node = cJSON_CreateObject();
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct entry *e = &v->dict->entries[i];
            str key = value_str(&e->key);
            cJSON_AddItemToObject(node, arena_str(a, key).p, convert(a, &e->value, depth - 1));
        }
        return node;
    case VALUE_UNKNOWN: return cJSON_CreateNull();
    default: return repr(a, v);
    }
}

cJSON *json_value(struct arena *a, const struct value *v)
{
    return convert(a, v, 64);
}

void json_print(struct buf *out, cJSON *node, bool pretty)
{
    char *text = pretty ? cJSON_Print(node) : cJSON_PrintUnformatted(node);
    buf_puts(out, text);
    buf_byte(out, '\n');
    cJSON_free(text);
    cJSON_Delete(node);
}
