// words.c: words that are compared, and the one that somebody may have meant; see text.h.
#include "core/text.h"

#include <ctype.h>
#include <string.h>

bool mw_same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t");
        b += strspn(b, " \t");
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

// How many letters must be changed, added, left out or exchanged with the next to make one word of
// the other. Both are shorter than MW_WORD_SIZE.
static unsigned letters_apart(const char *a, const char *b)
{
    unsigned rows[3][MW_WORD_SIZE], *before = rows[0], *last = rows[1], *now = rows[2];
    size_t n = strlen(b);
    for (unsigned j = 0; j <= n; j++)
        last[j] = j;
    for (unsigned i = 1; a[i - 1]; i++) {
        now[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            now[j] = last[j - 1] + !same;
            if (last[j] + 1 < now[j])
                now[j] = last[j] + 1;
            if (now[j - 1] + 1 < now[j])
                now[j] = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[n];
}

bool mw_closest(const char *word, const char *list, char closest[MW_WORD_SIZE])
{
    size_t length = strlen(word), n;
    unsigned least = length < 3 ? 2 : 2 + (unsigned)length / 4; // as many are too many
    bool found = false;
    if (length >= MW_WORD_SIZE)
        return false;
    for (const char *at = list + strspn(list, " "); *at; at += n, at += strspn(at, " ")) {
        char candidate[MW_WORD_SIZE];
        n = strcspn(at, " ");
        if (n >= sizeof candidate)
            continue;
        memcpy(candidate, at, n);
        candidate[n] = '\0';
        unsigned apart = letters_apart(word, candidate);
        if (apart && length > 1 && n > length && !strncmp(word, candidate, length))
            apart = 1; // the rest was left out
        if (apart < least && apart < n) {
            least = apart;
            memcpy(closest, candidate, n + 1);
            found = true;
        }
    }
    return found;
}

void mw_write_known(mw_writer *w, const char *word, const char *list, size_t words)
{
    char closest[MW_WORD_SIZE];
    if (mw_closest(word, list + words, closest))
        mw_write(w, "; did you mean '%s'? %c%s", closest, toupper((unsigned char)*list), list + 1);
    else
        mw_write(w, "; %s", list);
}
