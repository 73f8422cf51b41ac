// site_file.c: see site_file.h. The page has embed.html, which names its program and has an empty
// list of mazes; in the file both stand in their places.
#include "tool/verbs/site_file.h"
#include "tool/tool.h"

#include <string.h>

static const char list_place[] = ">{}<", program_place[] = " src=\"player.js\">";

bool is_one_file(const char *name)
{
    return !strcmp(name_ending(name), "html");
}

// No text of the list can end it, because no '<' is left in it.
static void write_list(mw_writer *w, const char *list)
{
    for (; *list; list++)
        if (*list == '<')
            mw_write(w, "\\u003c");
        else
            mw_write_char(w, *list);
}

int write_one_file(const char *name, const mw_folder *page, const char *list)
{
    const mw_folder_file *frame = mw_folder_find(page, "embed.html"),
                         *program = mw_folder_find(page, "player.js");
    const char *at = frame ? strstr(frame->bytes, list_place) : NULL;
    const char *then = at ? strstr(at, program_place) : NULL;
    mw_writer w = {0};
    if (!then || !program)
        return complain_with(
            EXIT_INPUT, "the page has no embed.html and player.js of this version; build it again");
    mw_write_bytes(&w, frame->bytes, (size_t)(at + 1 - frame->bytes));
    write_list(&w, list);
    at += sizeof list_place - 2;
    mw_write_bytes(&w, at, (size_t)(then - at));
    mw_write_char(&w, '>');
    mw_write_bytes(&w, program->bytes, program->length);
    then += sizeof program_place - 1;
    mw_write_bytes(&w, then, frame->length - (size_t)(then - frame->bytes));
    return write_file(name, &w);
}
