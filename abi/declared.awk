# declared.awk: what the public headers declare, of C preprocessed without attributes
# (cc -E '-D__attribute__(x)='): a line for each, "function NAME", "variable NAME", "type NAME",
# "struct NAME", "enum NAME" or "constant NAME".
/^# [0-9]+ "/ { ours = $3 ~ /\/mazewright\/[a-z]+\.h"$/; next }
ours { text = text " " $0 }

function word(s) { # its last one
    sub(/[^A-Za-z0-9_]+$/, "", s); sub(/.*[^A-Za-z0-9_]/, "", s)
    return s
}

# One declaration, what stood in its braces apart.
function tell(head, inside,    n, parts, i) {
    if (head ~ /^ *(typedef +)?enum/) {
        n = split(inside, parts, ",")
        for (i = 1; i <= n; i++)
            if (match(parts[i], /[A-Za-z_][A-Za-z0-9_]*/))
                print "constant " substr(parts[i], RSTART, RLENGTH)
    }
    if (match(head, /(struct|enum|union) +[A-Za-z_][A-Za-z0-9_]*/) && (inside != "" || head ~ /^ *struct [a-z_]+ *$/)) {
        split(substr(head, RSTART, RLENGTH), parts, / +/)
        print parts[1] " " parts[2]
    }
    if (head ~ /^ *typedef/)
        print "type " word(head)
    else if (head ~ /\(/) {
        sub(/\(.*/, "", head)
        print "function " word(head)
    } else if (head ~ /^ *extern/)
        print "variable " word(head)
}

END {
    n = length(text)
    for (i = 1; i <= n; i++) {
        c = substr(text, i, 1)
        if (c == "{") depth++
        if (depth) inside = inside c
        else if (c == ";") { tell(head, inside); head = inside = "" }
        else head = head c
        if (c == "}") depth--
    }
}
