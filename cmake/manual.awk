# manual.awk: turns docs/formats.md into mazewright(5), for scdoc. Fenced blocks stay as they are, a row
# of a table becomes an item, `code` and **bold** become bold.
BEGIN {
    print "mazewright(5) \"\" \"Logic mazes\"\n\n# NAME\n\nmazewright - formats of logic mazes\n"
}

# Escapes the characters that mean something to scdoc.
function escape(s) { gsub(/[\\_*#<>.]/, "\\\\&", s); return s }

function inline(s,    out, code) {
    gsub(/\[[^][`]+\]\([^)]*\)/, "\001&", s) # of links only the words stay
    while (match(s, /\001\[[^]]+\]\([^)]*\)/)) {
        link = substr(s, RSTART + 2, RLENGTH - 2); sub(/\]\(.*/, "", link)
        s = substr(s, 1, RSTART - 1) link substr(s, RSTART + RLENGTH)
    }
    gsub(/\\\*/, "\002", s)
    while (match(s, /`[^`]*`|\*\*[^*]*\*\*/)) {
        code = substr(s, RSTART, RLENGTH)
        gsub(/^(`|\*\*)|(`|\*\*)$/, "", code)
        out = out escape(substr(s, 1, RSTART - 1)) "*" escape(code) "*"
        s = substr(s, RSTART + RLENGTH)
    }
    out = out escape(s)
    gsub(/\002/, "\\*", out)
    return out
}

/^```/ { literal = !literal; print "```"; next }
literal { gsub(/\\/, "\\\\\\\\"); print; next }
/^# / { getline; next }
/^!\[/ { getline; next } # a picture, and the blank line after it
/^## / { print "# " toupper(substr($0, 4)); next }
/^### / { print "## " inline(substr($0, 5)); next }
/^\|[-|]+\|$/ { next } # the line below a table's head
/^\|/ {
    n = split($0, cell, / *\| */)
    if (!table) { table = 1; head = cell[3]; next }
    text = cell[3]
    if (n > 4)
        text = cell[4] (cell[3] == "" ? "" : " (" head " " cell[3] ")")
    print inline(cell[2]) "\n\t" inline(text) "\n"
    next
}
/^[0-9]+\. / { sub(/^[0-9]+/, ""); print ". " inline(substr($0, 3)); next }
{ if ($0 == "") table = 0; print inline($0) }
