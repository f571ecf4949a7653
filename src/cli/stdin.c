#include "cli/stdin.h"

#include "base/utf8.h"
#include "text/path.h"

#include <unistd.h>

static bool read_all(struct run *r, struct buf *b)
{
    char block[1 << 14];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, block, sizeof block);
        if (n < 0) {
            run_usage(r, "the standard input cannot be read");
            return false;
        }
        if (n == 0) {
            return true;
        }
        buf_put(b, (str){block, (size_t)n});
        if (b->n > r->limits.file_bytes) {
            run_usage(r, "the standard input is longer than the limit file_bytes");
            return false;
        }
    }
}

bool stdin_setup(struct run *r)
{
    str file = args_value(&r->args, OPTION_STDIN_FILENAME, STR(""));
    if (file.n == 0) {
        return true;
    }
    bool dash = r->args.paths.n == 1 && str_is(r->args.paths.items[0], "-");
    if (args_has(&r->args, OPTION_FIX) || args_has(&r->args, OPTION_UNSAFE_FIXES) ||
        (r->args.paths.n > 0 && !dash)) {
        run_usage(r, "--stdin-filename is for one file, and writes nothing");
        return false;
    }
    struct buf b = buf_make(r);
    if (!read_all(r, &b)) {
        return false;
    }
    str text = buf_str(&b);
    if (utf8_check(text) < text.n || memchr(text.p, 0, text.n)) {
        run_usage(r, "the standard input is no UTF-8 text");
        return false;
    }
    r->config_options.replaced_path = path_absolute(r->arena, r->files->cwd, file);
    r->config_options.replaced_text = text;
    r->args.paths.n = 0;
    vec_push(r, &r->args.paths, file);
    return true;
}
