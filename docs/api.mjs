// api.mjs: writes docs/api.md from docs/api.schema.json, which describes every question and answer.
//
//     node docs/api.mjs [--check] [FOLDER]
//
// FOLDER contains docs/ (default: this project). --check writes nothing, and fails if the document is not
// what would be written. Both fail if something in the schema has no description where readers need one.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const INTRO = `# Questions and answers

Whatever is small can be asked in JSON: a question is a line, and its answer is a line. This page is written
from [api.schema.json](api.schema.json) by \`make reference\`; to change it, change that.

\`\`\`console
$ mazewright ask '{"ask": "optimum", "maze": "rook:5x5#7"}' '{"id": 2, "ask": "hint", "grade": 3, "maze": "rook:5x5#7"}'
{"known":true,"optimum":4}
{"id":2,"text":"Next move: R (right)","known":true,"winnable":true,"distance":4,…
\`\`\`

The same questions are asked in four ways, and the same code (\`src/api/\`) answers them with the same bytes:

- \`mazewright ask\` reads them from stdin, one in each line. It answers in the same order, as soon as nothing
  else waits to be read, and ends after the last answer.
- A C program calls \`mw_ask\`, or \`mw_api_ask\` to keep the maze between questions, to hear of progress and to
  end a question ([mazewright/ask.h](reference.md#askh), [examples/ask.c](../examples/ask.c)).
- \`mazewright serve\` takes them over HTTP ([serve.md](serve.md)).
- The page asks the library as WebAssembly, in a worker.

A program in Python talks to the command in this way:

\`\`\`python
import json
import subprocess

program = subprocess.Popen(["mazewright", "ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(question, **fields):
    print(json.dumps({"ask": question, **fields}), file=program.stdin, flush=True)
    answer = json.loads(program.stdout.readline())
    if "error" in answer:
        raise ValueError(answer["error"]["text"])
    return answer

maze = ask("random", kind="rook", size="5x5", seed=7)
print(ask("solution", maze=maze["id"])["moves"])
\`\`\`

## Lines

**A question** is a flat object in one line: texts, numbers, true and false. A field that is null is as if it
were not given. \`ask\` names the question. Unknown fields are refused, and so is a field that is given twice. A
line has at most 64 MiB, a field at most 1 MB; blank lines have no answer.
`

const LIMITS = `## Limits

Searches and state graphs end at 20 million states or 1 GiB, unless the host sets other limits (\`ask\`:
\`--limit-states\` and \`--limit-memory\`). Then \`known\` is false, or \`outcome\` is \`limit\`, and \`limit\` says which
limit it was. \`--limit-seconds\` ends each question after this time. \`play\`, \`look\` and \`svg\` refuse mazes of
more than 500,000 cells, each frame counted.

While \`ask\` works on a question it reads up to 1024 further lines or 64 MiB. It sees a \`cancel\` that stands
behind more than these when it gets there.

\`ask\` ends with exit code 0; with 3 if it answered anything by an error; with 4 if a signal ended it.

**Numbers** are written so that they read back to the same bits; those of scenes and frames are rounded to
1/1000 and 1/1000000.
`

// ---- words for types

const isObject = (s) => [s.type].flat().includes('object') && s.properties
const nameOf = (ref) => ref.replace('#/$defs/', '')
const link = (name) => `[${name.replace(/^\w+\./, '')}](#${name.replace(/^\w+\./, '')})`

function range(s, unit) {
  const number = (x) => x.toLocaleString('en-US', { maximumFractionDigits: 3 })
  const most = s.maximum > 1e15 ? undefined : s.maximum
  if (s.minimum === undefined) return unit
  if (most === undefined) return s.minimum === 0 ? unit : `${unit} from ${number(s.minimum)}`
  return `${unit}, ${number(s.minimum)} to ${number(most)}`
}

// What a value is, in a few words.
function typeOf(s) {
  if (s.$ref) return s.type || s.properties ? 'object' : refType(s.$ref)
  if (s.anyOf) return [...new Set(s.anyOf.map(typeOf))].join(' or ')
  if ('const' in s) return `\`${s.const}\``
  if (s.enum) return s.enum.map((v) => (v === null ? 'null' : `\`${v}\``)).join(', ')
  const words = [s.type].flat().map((type) => ({
    string: 'text', integer: range(s, 'whole number'), number: range(s, 'number'), boolean: 'true or false',
    null: 'null', object: 'object', array: s.prefixItems || !s.items || [s.type].flat()[1] ? 'list' : `list: ${typeOf(s.items)}`
  })[type])
  return words.join(' or ')
}

function refType(ref) {
  const name = nameOf(ref)
  if (name === 'part.named') return '`name about`'
  return name.startsWith('part.') && isObject(defs[name]) ? link(name)
    : name.startsWith('answer.') ? `as of ${link(name)}` : typeOf(defs[name])
}

// ---- lists of members

const own = (s) => Object.entries(s.properties ?? {}).filter(([name]) => name !== 'ask')

// The members of an object that stands where it is used.
function members(s) {
  if (isObject(s)) return s
  const items = s.items
  return s.anyOf ? members(s.anyOf[0]) : items && typeof items === 'object' && !items.$ref?.includes('named') ? members(items) : null
}

function bullet(name, s, required, indent) {
  const about = s.description ?? (s.$ref ? defs[nameOf(s.$ref)].description : undefined)
  let out = wrap(`- \`${name}\`${required ? '' : '?'} (${typeOf(s)})${about ? `: ${about}` : ''}`, indent)
  const inner = members(s)
  return inner ? out + bullets(inner, indent + 2) : out
}

function bullets(s, indent = 0) {
  const base = s.$ref && nameOf(s.$ref) === 'part.place' ? bullets(defs['part.place'], indent) : ''
  return own(s).map(([name, member]) => bullet(name, member, (s.required ?? []).includes(name), indent)).join('') + base
}

function wrap(text, indent = 0, width = 110) {
  const lines = [' '.repeat(indent)]
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last.trim() && last.length + 1 + word.length > width)
      lines.push(' '.repeat(indent + (text.startsWith('- ') ? 2 : 0)) + word)
    else lines[lines.length - 1] = last.trim() ? `${last} ${word}` : last + word
  }
  return lines.join('\n') + '\n'
}

// ---- the document

const fieldNames = (s) => own(s).map(([name]) => `\`${name}\`${s.required.includes(name) ? '' : '?'}`).join(', ')

function question(name) {
  const asked = defs[`ask.${name}`], answer = defs[`answer.${name}`]
  const special = own(asked).filter(([, s]) => !s.$ref)
  let out = `\n### ${name}\n\n${wrap(asked.description)}`
  out += `\n${wrap(`Fields: ${fieldNames(asked) || 'none'}.`)}`
  if (special.length) out += '\n' + special.map(([field, s]) => bullet(field, s, asked.required.includes(field), 0)).join('')
  if (answer.$ref && !answer.properties) return out + `\nAnswer: as of ${link(nameOf(answer.$ref))}.\n`
  return out + `\n${wrap(`Answer${answer.description ? `. ${answer.description}` : ':'}`)}\n${bullets(answer)}`
}

const section = (title, s, before = '') => `\n### ${title}\n\n${wrap(s.description)}${before}\n${bullets(s)}`

function page() {
  const names = Object.keys(defs).filter((name) => name.startsWith('ask.')).map((name) => name.slice(4))
  let out = INTRO
  out += `\n${wrap(defs.question.description)}\n${bullets(defs.question)}`
  const named = (name, text) => `\n${wrap(`**${name}** ${text}`)}\n`
  out += named('An answer', `is an object in one line. ${defs.answer.description}`) + bullets(defs.answer)
  out += named('An error', `is an answer, too. ${defs.error.description}`) + bullets(defs.error)
  out += named('Progress.', defs.progress.description) + bullets(defs.progress)
  for (const name of ['search', 'design', 'simulate'])
    out += `\n${wrap(defs[`progress.${name}`].description)}\n${bullets(defs[`progress.${name}`])}`
  out += named('`{"cancel": ID}`.', defs.cancel.description) + LIMITS
  out += '\n## The questions\n\nA field with `?` may be left out.\n\n| ask | fields | |\n|---|---|---|\n'
  for (const name of names)
    out += `| [\`${name}\`](#${name}) | ${fieldNames(defs[`ask.${name}`])} | ${defs[`ask.${name}`].description} |\n`
  out += '\nThese fields mean the same wherever they are:\n\n'
  for (const name of Object.keys(defs).filter((key) => key.startsWith('field.')))
    out += bullet(name.slice(6), defs[name], true, 0)
  out += names.map(question).join('')
  out += '\n## Parts of answers\n'
  for (const name of ['kind', 'scene', 'shape', 'audited', 'estimated']) out += section(name, defs[`part.${name}`])
  return out
}

// ---- the program

const check = process.argv.includes('--check')
const given = process.argv.slice(2).filter((word) => word !== '--check')[0]
const folder = given ?? join(dirname(fileURLToPath(import.meta.url)), '..')
const defs = JSON.parse(readFileSync(join(folder, 'docs', 'api.schema.json'), 'utf8')).$defs
const faults = []
for (const [name, s] of Object.entries(defs)) {
  if (name.startsWith('ask.') && !s.description) faults.push(`${name} has no description`)
  if (name.startsWith('ask.') && !defs[name.replace('ask.', 'answer.')]) faults.push(`${name} has no answer`)
  for (const [field, member] of name.startsWith('ask.') ? own(s) : [])
    if (!member.description && !member.$ref) faults.push(`${name} has no description of ${field}`)
}
const path = join(folder, 'docs', 'api.md')
const text = faults.length ? '' : page()
if (!faults.length && !check) writeFileSync(path, text)
else if (!faults.length && text !== readFileSync(path, 'utf8'))
  faults.push("docs/api.md is not what docs/api.schema.json says; run 'make reference'")
for (const fault of faults) console.error(`docs/api.schema.json: ${fault}`)
process.exitCode = faults.length ? 1 : 0
