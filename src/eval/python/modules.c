/*
 * The modules of the standard library that configs use: os.path, math, copy and a little more.
 * Other names of the standard library are unknown; nothing is ever imported.
 */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "text/path.h"

#include <math.h>

static const struct {
    const char *name;
    const struct builtin_def *functions;
} MODULES[] = {
    {"sys", SYS},
    {"os", OS},
    {"os.path", OS_PATH},
    {"posixpath", OS_PATH},
    {"os.environ", OS_ENVIRON},
    {"math", MATH},
    {"operator", OPERATOR},
    {"copy", COPY},
    {"functools", FUNCTOOLS},
    {"itertools", ITERTOOLS},
    {"collections", COLLECTIONS},
};

bool builtins_is_stdlib(str module)
{
    static const char *const names[] = {
#define STDLIB(name) #name,
#include "eval/python/stdlib.def"
#undef STDLIB
    };
    size_t dot = 0;
    while (dot < module.n && module.p[dot] != '.') {
        dot++;
    }
    str top = str_slice(module, 0, dot);
    if (str_starts(top, STR("_")) && top.n > 1 && !str_starts(top, STR("__"))) {
        return STR_IS_ANY(top, "_thread", "_io", "_collections_abc");
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_is(top, names[i])) {
            return true;
        }
    }
    return false;
}

struct value builtins_module(struct eval *e, str name)
{
    struct module_value *m = ARENA_NEW(e->arena, struct module_value);
    m->name = arena_str(e->arena, name).p;
    for (size_t i = 0; i < sizeof MODULES / sizeof *MODULES; i++) {
        if (str_is(name, MODULES[i].name)) {
            m->functions = MODULES[i].functions;
        }
    }
    return (struct value){.kind = VALUE_MODULE, .module = m};
}

static bool constant(struct eval *e, const char *module, str name, struct value *out)
{
    static const struct {
        const char *module, *name;
        double value;
    } NUMBERS[] = {
        {"math", "pi", 3.141592653589793},
        {"math", "e", 2.718281828459045},
        {"math", "tau", 6.283185307179586},
        {"math", "inf", (double)INFINITY},
        {"math", "nan", (double)NAN},
    };
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        if (strcmp(module, NUMBERS[i].module) == 0 && str_is(name, NUMBERS[i].name)) {
            *out = value_float(NUMBERS[i].value);
            return true;
        }
    }
    static const struct {
        const char *module, *name, *value;
    } TEXTS[] = {
        {"os", "sep", "/"},
        {"os", "pathsep", ":"},
        {"os", "linesep", "\n"},
        {"os", "curdir", "."},
        {"os", "pardir", ".."},
        {"os.path", "sep", "/"},
        {"os.path", "pardir", ".."},
        {"string", "ascii_lowercase", "abcdefghijklmnopqrstuvwxyz"},
        {"string", "ascii_uppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        {"string", "ascii_letters", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        {"string", "digits", "0123456789"},
        {"string", "hexdigits", "0123456789abcdefABCDEF"},
        {"string", "octdigits", "01234567"},
        {"string", "punctuation", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
        {"string", "whitespace", " \t\n\r\v\f"},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        if (strcmp(module, TEXTS[i].module) == 0 && str_is(name, TEXTS[i].name)) {
            *out = value_string(e->arena, str_of(TEXTS[i].value));
            return true;
        }
    }
    if (strcmp(module, "pickle") == 0 && (str_is(name, "TRUE") || str_is(name, "FALSE"))) {
        str bytes = str_is(name, "TRUE") ? STR("I01\n") : STR("I00\n"); /* completed by an editor */
        *out = (struct value){.kind = VALUE_BYTES, .s = string_new(e->arena, bytes)};
        return true;
    }
    if (strcmp(module, "sys") == 0 && str_is(name, "maxsize")) {
        *out = value_int(INT64_MAX);
        return true;
    }
    if (strcmp(module, "os") == 0 && (str_is(name, "path") || str_is(name, "environ"))) {
        *out = builtins_module(e, str_is(name, "path") ? STR("os.path") : STR("os.environ"));
        return true;
    }
    return false;
}

const char *const *builtins_public_names(str module)
{
    static const char *const of_math[] = {"acos", "acosh", "asin", "asinh", "atan", "atan2",
        "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "degrees", "dist", "erf", "erfc", "exp",
        "exp2", "expm1", "fabs", "factorial", "floor", "fmod", "frexp", "fsum", "gamma", "gcd",
        "hypot", "isclose", "isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp", "lgamma", "log",
        "log1p", "log10", "log2", "modf", "pow", "radians", "remainder", "sin", "sinh", "sqrt",
        "tan", "tanh", "trunc", "prod", "perm", "comb", "nextafter", "ulp", "pi", "e", "tau", "inf",
        "nan", NULL};
    return str_is(module, "math") ? of_math : NULL;
}

static bool only_reads(const char *module, str name)
{
    static const struct {
        const char *module, *name;
    } readers[] = {
#define READER(module, name) {#module, #name},
#include "eval/python/readers.def"
#undef READER
    };
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (strcmp(module, readers[i].module) == 0 && str_is(name, readers[i].name)) {
            return true;
        }
    }
    return false;
}

bool builtins_reflects(str module, str name)
{
    static const struct {
        const char *module, *name;
    } rows[] = {
#define REFLECTION(module, name) {#module, #name},
#include "eval/python/reflection.def"
#undef REFLECTION
    };
    bool found = false, own = name.n == 0 || str_is(name, "__dict__");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        found |= str_is(module, rows[i].module) && (own || str_is(name, rows[i].name));
    }
    return found;
}

bool builtins_imports(str module, str name)
{
    return str_is(name, "__import__") ||
           (str_is(module, "importlib") &&
               (str_is(name, "import_module") || str_is(name, "reload")));
}

static bool function(struct eval *e, const struct builtin_def *table, str name, struct value *out)
{
    for (const struct builtin_def *d = table; d && d->name; d++) {
        if (str_is(name, d->name)) {
            struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
            b->def = d;
            *out = value_of_builtin(b);
            return true;
        }
    }
    return false;
}

bool builtins_has(struct eval *e, str module, str name)
{
    struct value v;
    if (name.n > 0) {
        const struct value m = builtins_module(e, module);
        return only_reads(m.module->name, name) ||
               (builtins_import_from(e, module, name, &v) && !value_is_unknown(&v));
    }
    return memchr(module.p, '.', module.n) == NULL ||
           STR_IS_ANY(module, "os.path", "collections.abc", "importlib.util", "concurrent.futures",
               "urllib.parse");
}

static bool known_of_module(
    struct eval *e, const struct module_value *m, str name, struct value *out)
{
    bool more = m->functions == ITERTOOLS;
    return constant(e, m->name, name, out) || function(e, m->functions, name, out) ||
           (strcmp(m->name, "builtins") == 0 && builtins_find(e, name, out)) ||
           (more && (function(e, ITERTOOLS_CHOICES, name, out) ||
                        function(e, ITERTOOLS_GROUP, name, out)));
}

bool builtins_module_attribute(
    struct eval *e, const struct module_value *m, str name, struct value *out)
{
    if (strcmp(m->name, "os") == 0 && str_is(name, "environb")) {
        e->environment.lost = true; /* os.environ once more, and it may be written to */
    }
    e->environment.patched |= str_is(name, "__dict__"); /* it may be written to */
    if (!e->environment.patched && known_of_module(e, m, name, out)) {
        return true;
    }
    struct value u = ops_unknown(e, builtins_is_stdlib(str_of(m->name))
                                        ? "this part of the standard library is not evaluated"
                                        : "what is in this package is not evaluated");
    struct unknown *what = (struct unknown *)u.unknown;
    what->imports = builtins_imports(str_of(m->name), name);
    what->only_reads = only_reads(m->name, name);
    if (builtins_reflects(str_of(m->name), name) && e->frame) {
        struct value names = value_of_dict(e->frame->globals);
        what->only_reads = true;
        ops_hold(e, &u, &names, 1);
    }
    *out = u;
    return true;
}

bool builtins_import_from(struct eval *e, str module, str name, struct value *out)
{
    struct value m = builtins_module(e, module);
    if (str_is(module, "os") && str_is(name, "path")) {
        *out = builtins_module(e, STR("os.path"));
        return true;
    }
    return builtins_module_attribute(e, m.module, name, out);
}
