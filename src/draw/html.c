// html.c: see html.h. Colours have names, with a value each for light, dark and paper; all rules
// use the names.
#include "draw/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Colour-blind readers can tell the colours of the series apart (they are those of Okabe and Ito, a
// little darker on white and lighter on black).
static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c1e21;--dim:#5c636b;--line:#d5d9de;"
    "--shade:#f3f5f7;--good:#17703f;--bad:#b3261e;--odd:#8a5a00;--s1:#0072b2;--s2:#d55e00;"
    "--s3:#009e73;--s4:#b5508f;--s5:#b98500;--s6:#3aa0dc;--s7:#6b4fa0;--s8:#5c636b}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#e6e8ea;--dim:#9aa3ac;"
    "--line:#383d43;--shade:#1e2125;--good:#5ecb8d;--bad:#ff8a80;--odd:#e3b341;--s1:#4ba3e3;"
    "--s2:#ff8b45;--s3:#35c99b;--s4:#e38fc4;--s5:#e8bb3c;--s6:#8ccbf5;--s7:#b49be6;--s8:#9aa3ac}}\n"
    "@media print{:root{--paper:#fff;--ink:#000;--dim:#444;--line:#bbb;--shade:#f3f3f3;"
    "--good:#17703f;--bad:#b3261e;--odd:#8a5a00;--s1:#0072b2;--s2:#d55e00;--s3:#009e73;"
    "--s4:#b5508f;--s5:#b98500;--s6:#3aa0dc;--s7:#6b4fa0;--s8:#5c636b}}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 Charter,'Bitstream Charter','Sitka Text',Cambria,'DejaVu Serif',serif}\n"
    "main{max-width:1160px;margin:0 auto;padding:16px 20px 60px}\n"
    "h1{font-size:30px;line-height:1.2;margin:16px 0}h2{font-size:23px;margin:48px 0 6px;"
    "padding-top:10px;border-top:2px solid var(--ink)}h3{font-size:18px;margin:32px 0 6px}\n"
    "p{margin:6px 0;max-width:75ch}p,li,figcaption{overflow-wrap:anywhere}\n"
    ".dim{color:var(--dim)}.good{color:var(--good)}.bad{color:var(--bad);font-weight:700}"
    ".odd{color:var(--odd)}\n"
    ".wide{overflow-x:auto}.beside{display:flex;flex-wrap:wrap;gap:4px 28px;align-items:start}\n"
    ".beside>*{min-width:0;max-width:100%}.beside p{max-width:60ch}\n"
    "table{border-collapse:collapse;font:13px/1.4 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums;margin:8px 0;border-top:1.5px solid var(--ink);"
    "border-bottom:1.5px solid var(--ink)}table.dense{font-size:11.5px}\n"
    "caption{text-align:left;color:var(--dim);padding-bottom:4px}\n"
    "th,td{padding:2px 6px;text-align:right;vertical-align:baseline;white-space:nowrap;"
    "border-bottom:1px solid var(--line)}.dense th,.dense td{padding:2px 4px}\n"
    "th{font-weight:600;white-space:normal}thead tr:last-child th{"
    "border-bottom:1px solid var(--ink)}\n"
    "thead td{border-bottom:1px solid var(--ink)}th[colspan=\"2\"]{text-align:center}\n"
    "th:first-child,td:first-child,.left{text-align:left}tbody th{font-weight:400;"
    "white-space:nowrap}tbody th.long{white-space:normal;min-width:13em}\n"
    ".first{padding-left:14px}.dense .first{padding-left:9px}\n"
    "td small{display:block;font-size:11px;line-height:1.2;color:var(--dim);font-weight:400}\n"
    ".total>*{border-top:1px solid var(--ink);font-weight:600}\n"
    "figure{display:inline-block;margin:10px 16px 10px 0;vertical-align:top;max-width:100%}\n"
    "a{color:var(--s1)}sup{line-height:0}sup a{text-decoration:none}"
    "figcaption{font-size:14px;color:var(--dim);max-width:60ch}\n"
    ".mazes figcaption{max-width:16em}code{font-size:.9em}\n"
    "nav ul{list-style:none;padding:0 0 0 1.2em;margin:2px 0 10px}nav>ul{padding:0;columns:3 20em;"
    "font-size:15px}nav>ul>li{break-inside:avoid}\n"
    ".notes{max-width:80ch;font-size:15px}ol,ul{padding-left:2em}\n"
    "svg{max-width:100%;height:auto}\n"
    // A section with a wide table or chart is printed on pages in landscape format.
    "@page{size:portrait;margin:15mm 14mm}@page broad{size:landscape;margin:13mm 14mm}\n"
    "@media print{body{font-size:10.5pt}main{max-width:none;padding:0}.broad{page:broad}"
    ".beside{display:block}.wide{overflow:visible}p,.beside p,.notes,figcaption{max-width:none}"
    "table,table.dense{font-size:7.6pt}td small{font-size:6.8pt}h1{font-size:20pt}"
    "h2{font-size:15pt}h3{font-size:12pt;margin-top:16pt}figcaption,nav>ul,.notes{font-size:9pt}"
    "a{color:inherit;text-decoration:none}figure,tr,table{break-inside:avoid}"
    "table.long{break-inside:auto}.broad figure.half{width:46%}nav>ul{columns:3 auto}"
    ".dense th,.dense td{padding:1px 3px}.dense .first{padding-left:6px}"
    "thead{display:table-header-group}h2,h3,caption{break-after:avoid}.paper{break-before:page}"
    "p{orphans:3;widows:3}.notes p{break-after:avoid}}\n";

static const char chart_style[] =
    "svg.chart{font:11px system-ui,sans-serif;fill:var(--ink)}\n"
    ".chart .title{font-size:13px;font-weight:600}.chart .label{fill:var(--dim)}\n"
    ".chart .axis{stroke:var(--dim);fill:none}.chart .grid{stroke:var(--line);fill:none}\n"
    ".chart .curve{fill:none;stroke-width:1.8;stroke-linejoin:round}.chart .band{opacity:.18;"
    "stroke:none}.chart .hollow{fill-opacity:.12;stroke-dasharray:3 2}"
    ".chart .curve.hollow{fill:none;stroke-dasharray:5 3}.chart .dot{fill-opacity:.55}\n"
    ".s1{fill:var(--s1);stroke:var(--s1)}.s2{fill:var(--s2);stroke:var(--s2)}"
    ".s3{fill:var(--s3);stroke:var(--s3)}.s4{fill:var(--s4);stroke:var(--s4)}"
    ".s5{fill:var(--s5);stroke:var(--s5)}.s6{fill:var(--s6);stroke:var(--s6)}"
    ".s7{fill:var(--s7);stroke:var(--s7)}.s8{fill:var(--s8);stroke:var(--s8)}\n";

void mw_html_begin(mw_writer *w, const char *title)
{
    mw_html_write(w,
                  "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n",
                  title);
    mw_write(w, "<style>\n%s%s</style>\n</head>\n<body>\n<main>\n", style, chart_style);
    mw_html_write(w, "<h1>%s</h1>\n", title);
}

// Programs that draw SVG files often do not know var(--NAME): so it is replaced by the first value
// of that name, which is the one for light pages.
void mw_html_chart_style(mw_writer *w)
{
    for (const char *p = chart_style; *p;) {
        if (strncmp(p, "var(", 4)) {
            mw_write_char(w, *p++);
            continue;
        }
        char name[20];
        snprintf(name, sizeof name, "%.*s:", (int)strcspn(p + 4, ")"), p + 4);
        const char *value = strstr(style, name) + strlen(name);
        mw_write(w, "%.*s", (int)strcspn(value, ";}"), value);
        p = strchr(p, ')') + 1;
    }
}

void mw_html_end(mw_writer *w)
{
    mw_write(w, "</main>\n</body>\n</html>\n");
}

void mw_html_text(mw_writer *w, const char *text)
{
    for (; text && *text; text++)
        switch (*text) {
        case '<': mw_write(w, "&lt;"); break;
        case '>': mw_write(w, "&gt;"); break;
        case '&': mw_write(w, "&amp;"); break;
        case '"': mw_write(w, "&quot;"); break;
        default: mw_write_char(w, *text);
        }
}

void mw_html_write(mw_writer *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (const char *p = format; *p;) {
        size_t plain = strcspn(p, "%");
        mw_write_bytes(w, p, plain);
        p += plain;
        if (!*p)
            break;
        char one[16]; // conversion, from % to its letter
        size_t n = 2 + strcspn(p + 1, "sdufg%");
        snprintf(one, sizeof one, "%.*s", (int)n, p);
        switch (p[n - 1]) {
        case 's': mw_html_text(w, va_arg(values, const char *)); break;
        case 'd': mw_write(w, one, va_arg(values, int)); break;
        case 'u':
            if (strchr(one, 'l'))
                mw_write(w, "%" PRIu64, va_arg(values, uint64_t));
            else
                mw_write(w, one, va_arg(values, unsigned));
            break;
        case '%': mw_write_char(w, '%'); break;
        default: mw_write(w, one, va_arg(values, double));
        }
        p += n;
    }
    va_end(values);
}

void mw_html_number(mw_writer *w, double x)
{
    char digits[64];
    if (isnan(x)) {
        mw_write(w, "-");
        return;
    }
    bool whole = x == floor(x) && fabs(x) < 1e15;
    if (!whole) {
        // Nobody compares more than four significant digits at a glance.
        snprintf(digits, sizeof digits, fabs(x) >= 1000 ? "%.1f" : "%.4g", x);
        mw_write(w, "%s", digits);
        return;
    }
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(x));
    if (x < 0)
        mw_write_char(w, '-');
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            mw_write_char(w, ',');
        mw_write_char(w, digits[i]);
    }
}
