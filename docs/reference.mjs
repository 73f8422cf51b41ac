// reference.mjs: writes the reference of the C library from the comments of the public headers:
// docs/reference.md to read, and docs/mazewright.3.scd for the manual (section 3).
//
//     node docs/reference.mjs [--check] [FOLDER]
//
// FOLDER contains include/ and docs/ (default: this project). --check writes nothing, and fails if the
// files are not what would be written. Both fail if something exported has no comment.
import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const ORDER = ['mazewright.h', 'waist.h'] // these come first, the others by name

// ---- reading a header

const commentAt = (line) => line.indexOf('//') // no string in a header contains //
const code = (line) => (commentAt(line) < 0 ? line : line.slice(0, commentAt(line))).trimEnd()
const comment = (line) => (commentAt(line) < 0 ? '' : line.slice(commentAt(line) + 2).trim())

// The lines of preprocessor blocks that are only for compilers.
function withoutGuards(lines) {
  const out = []
  let depth = 0
  for (const line of lines) {
    if (/^#\s*if/.test(line) && !/_H$/.test(line)) depth++
    else if (/^#\s*endif/.test(line)) depth = Math.max(0, depth - 1)
    else if (!depth && !/^#\s*(if|include|define \w+_H$)/.test(line)) out.push(line)
  }
  return out
}

// The names that a declaration defines: first its own, then those of its members and constants.
function namesOf(text) {
  const plain = text.split('\n').map(code).join('\n')
  let match
  if ((match = plain.match(/^#define (\w+)/))) return { what: 'macro', names: [match[1]] }
  if (/^(typedef )?enum\b/.test(plain)) {
    const constants = plain.slice(plain.indexOf('{')).match(/\bMW_\w+/g)
    const name = plain.match(/\}\s*(\w+);$/)
    return { what: 'enum', names: name ? [name[1], ...constants] : constants }
  }
  if ((match = plain.match(/^(?:typedef )?struct (\w+)\s*\{/))) return { what: 'struct', names: [match[1]] }
  if ((match = plain.match(/^typedef struct (\w+) \1;$/))) return { what: 'opaque', names: [match[1]] }
  if (/^struct \w+;$/.test(plain)) return null // defined elsewhere
  if (!/^MW_API\b/.test(plain)) throw new Error(`not understood: ${text}`)
  if ((match = plain.match(/\b(mw_\w+)\(/))) return { what: 'function', names: [match[1]] }
  return { what: 'variable', names: [plain.match(/(\w+);$/)[1]] }
}

// Reads one declaration that begins at lines[at]: its text, the comment beside its end, and where it ends.
function declaration(lines, at) {
  const text = []
  let depth = 0
  for (;; at++) {
    const line = code(lines[at])
    depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length
    text.push(lines[at])
    if (text[0].startsWith('#') ? !line.endsWith('\\') : depth === 0 && line.endsWith(';')) break
  }
  const column = commentAt(lines[at])
  const beside = [comment(lines[at])]
  if (column > 0) text[text.length - 1] = code(lines[at])
  for (at++; column > 0 && at < lines.length && commentAt(lines[at]) === column && !code(lines[at]); at++)
    beside.push(comment(lines[at]))
  return { text: text.join('\n'), beside: beside.join(' ').trim(), next: at }
}

function readHeader(name, source) {
  const all = source.split('\n')
  const start = all.findIndex((line) => line.startsWith('#'))
  const intro = all.slice(0, start).map((line) => line.replace(/^\/\/ ?/, '').trimEnd()).join('\n').trim()
    .replace(/^[\w/]+\.h: /, '')
  const header = { name, intro, sections: [{ title: '', entries: [] }] }
  const lines = withoutGuards(all.slice(start))
  let above = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]
    const title = line.match(/^\/\/ ---- ([^.]*)\.?(.*)/)
    if (title) header.sections.push({ title: title[1], entries: [] })
    if (title) above = title[2].trim() ? [title[2].trim()] : []
    else if (line.startsWith('//')) above.push(comment(line))
    else if (!line.trim() || /^(extern "C" \{|\})$/.test(line)) above = []
    else {
      const { text, beside, next } = declaration(lines, at)
      const found = namesOf(text)
      const about = [above.join('\n'), beside].filter(Boolean).join('\n')
      if (found) header.sections.at(-1).entries.push({ ...found, text, about, header: name })
      above = []
      at = next
      continue
    }
    at++
  }
  return header
}

// An opaque type is listed only if no header defines it.
function readHeaders(folder) {
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  const names = readdirSync(folder).filter((name) => name.endsWith('.h'))
  names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
  const headers = names.map((name) => readHeader(name, readFileSync(join(folder, name), 'utf8')))
  const defined = new Set(entriesOf(headers).filter((e) => e.what === 'struct').map((e) => e.names[0]))
  for (const section of headers.flatMap((header) => header.sections))
    section.entries = section.entries.filter((e) => e.what !== 'opaque' || !defined.has(e.names[0]))
  return headers
}

const entriesOf = (headers) => headers.flatMap((h) => h.sections.flatMap((s) => s.entries))

// ---- writing

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
// The first sentence of a comment; it does not end within brackets, nor after "e.g."
function firstSentence(text) {
  const line = capital(text.replace(/\n/g, ' '))
  const cuts = [...line.matchAll(/[.:;](?= |$)/g)].map((match) => line.slice(0, match.index))
  const balanced = (part) => part.split('(').length === part.split(')').length && !/\be\.g$/.test(part)
  return cuts.find(balanced) ?? line
}
const sentence = (text) => capital(text) + (/[.?!:)]$/.test(text) ? '' : '.')
const prototype = (text) => text.replace(/^MW_API /, '').replace(/\n {5,}/g, '\n    ')

function wrap(text, width = 110) {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines.join('\n')
}

// The text of a comment as Markdown: names become links, and everything else is escaped.
function markdown(text, home) {
  return text
    .split(/(`[^`]*`|"[^"]*"|\bmw_\w+|\bMW_[A-Z_]+\b)/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[\\*_<>[\]|]/g, '\\$&')
      if (part.startsWith('"')) return '`' + part + '`'
      return home.has(part) ? `[\`${part}\`](#${home.get(part)})` : part.startsWith('`') ? part : '`' + part + '`'
    })
    .join('')
}

function entryMarkdown(entry, home) {
  const own = entry.names[0]
  const uses = [...new Set(entry.text.split('\n').map(code).join('\n').match(/\bmw_\w+/g) ?? [])]
  const links = uses.filter((name) => name !== own && home.has(name)).map((name) => `[\`${name}\`](#${home.get(name)})`)
  return `#### ${own}\n\n` + '```c\n' + prototype(entry.text) + '\n```\n\n' +
    wrap(markdown(sentence(entry.about), home)) + '\n' +
    (links.length ? `\n*Types:* ${links.join(', ')}\n` : '')
}

// Each paragraph of a comment as `make` has it; those that are indented by four are code.
function paragraphs(text, make, fence = '```') {
  const one = (p) => p.startsWith('    ') ? `${fence}\n${p.replace(/^ {4}/gm, '')}\n\`\`\``
    : wrap(make(capital(p.replace(/\n/g, ' ').trim())))
  return text.split(/\n\n+/).map(one).join('\n\n')
}

function reference(headers) {
  const entries = entriesOf(headers)
  const home = new Map(entries.flatMap((e) => e.names.map((name) => [name, e.names[0].toLowerCase()])))
  const anchor = (name) => name.replace('.', '')
  let out = '# The C library\n\n' +
    wrap('Everything that the public headers declare, with its contract. This page is written from the comments of the headers ' +
      'by `make reference`; to change it, change them. [guide.md](guide.md) explains how the parts fit together, ' +
      '[examples/](../examples) has small programs.') + '\n\n' +
    '```sh\ncc solve.c $(pkg-config --cflags --libs mazewright)\n```\n\n'
  out += '## Headers\n\n| header | what it is |\n|---|---|\n'
  for (const h of headers)
    out += `| [\`mazewright/${h.name}\`](#${anchor(h.name)}) | ${markdown(firstSentence(h.intro), home)} |\n`
  out += '\n## Names\n\n| name | | in | |\n|---|---|---|---|\n'
  const rows = entries.flatMap((e) => e.names.map((name) => ({ name, e })))
  rows.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  for (const { name, e } of rows) {
    const what = e.what === 'enum' && name.startsWith('MW_') ? 'constant' : e.what === 'opaque' ? 'type' : e.what
    out += `| [\`${name}\`](#${home.get(name)}) | ${what} | ${e.header} | ${what === 'constant' ? '' : markdown(firstSentence(e.about), home)} |\n`
  }
  for (const h of headers) {
    out += `\n## ${h.name}\n\n${paragraphs(h.intro, (p) => markdown(p, home), '```c')}\n`
    for (const section of h.sections.filter((s) => s.entries.length)) {
      if (section.title) out += `\n### ${capital(section.title)}\n`
      for (const e of section.entries) out += '\n' + entryMarkdown(e, home)
    }
  }
  return out
}

const scdoc = (text) => text.replace(/[_*\\#<>.~`[\]|-]/g, '\\$&')

function manual(headers) {
  let out = 'mazewright(3)\n\n# NAME\n\nmazewright - C library that makes, solves and explains logic mazes\n\n' +
    '# SYNOPSIS\n\n\\#include <mazewright/mazewright.h>\n\ncc program.c $(pkg-config --cflags --libs mazewright)\n\n' +
    '# DESCRIPTION\n\nWhat the public headers declare\\. The same with links is in docs/reference\\.md\\.\n'
  for (const h of headers) {
    out += `\n# ${h.name.toUpperCase().replace('.', '\\.')}\n\n${paragraphs(h.intro, scdoc)}\n`
    for (const section of h.sections.filter((s) => s.entries.length)) {
      if (section.title) out += `\n## ${scdoc(capital(section.title))}\n`
      for (const e of section.entries)
        out += '\n```\n' + prototype(e.text) + '\n```\n\n' + paragraphs(sentence(e.about), scdoc) + '\n'
    }
  }
  return out + '\n# SEE ALSO\n\n*mazewright*(1)\n'
}

// ---- the program

const check = process.argv.includes('--check')
const given = process.argv.slice(2).filter((word) => word !== '--check')[0]
const folder = given ?? join(dirname(fileURLToPath(import.meta.url)), '..')
const headers = readHeaders(join(folder, 'include', 'mazewright'))
const faults = entriesOf(headers).filter((e) => !e.about)
  .map((e) => `${e.header}: ${e.names[0]} has no comment; write above or beside it what it promises`)
for (const [name, make] of [['reference.md', reference], ['mazewright.3.scd', manual]]) {
  const path = join(folder, 'docs', name)
  const text = faults.length ? '' : make(headers)
  if (faults.length) continue
  if (!check) writeFileSync(path, text)
  else if (text !== readFileSync(path, 'utf8')) faults.push(`docs/${name} is not what the headers say; run 'make reference'`)
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length ? 1 : 0
