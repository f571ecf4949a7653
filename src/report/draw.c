#include "report/draw.h"
#include "base/foreign.h"

double draw_share(double part, double whole)
{
    return whole != 0 ? part / whole : 0;
}

void draw_bar(struct buf *out, double share, unsigned width)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    share = !(share > 0) ? 0 : share > 1 ? 1 : share;
    unsigned eighths = (unsigned)(share * width * 8 + 0.5), drawn = (eighths + 7) / 8;
    for (unsigned i = 0; i < eighths / 8; i++) {
        buf_puts(out, "█");
    }
    buf_puts(out, parts[eighths % 8]);
    buf_fill(out, ' ', width - drawn);
}

void draw_bytes(struct buf *out, double bytes)
{
    const double kib = 1024, mib = kib * 1024, gib = mib * 1024;
    double size = bytes < 0 ? -bytes : bytes;
    if (size >= gib) {
        foreign_printf(out, "%6.2f GiB", bytes / gib);
    } else if (size >= mib) {
        foreign_printf(out, "%6.1f MiB", bytes / mib);
    } else if (size >= kib) {
        foreign_printf(out, "%6.1f KiB", bytes / kib);
    } else {
        foreign_printf(out, "%6.0f B  ", bytes);
    }
}

void draw_count(struct buf *out, double n)
{
    static const struct {
        double least;
        char unit;
    } units[] = {{1e12, 'T'}, {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (n >= units[i].least) {
            foreign_printf(out, "%6.2f %c", n / units[i].least, units[i].unit);
            return;
        }
    }
    foreign_printf(out, "%6.0f  ", n);
}
