import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A text with SQL in a source file: the template without its slots, and what stood in them. */
export interface Statement {
  file: string
  line: number
  /** A template of Kysely's `sql`, whose rows the driver names. */
  isTagged: boolean
  /** Slots are written `\u0001<n>\u0001`. */
  text: string
  slots: string[]
}

export const SOURCES = fileURLToPath(new URL('../src', import.meta.url))
const MARK = '\u0001'

/** Product sources of the server: no tests. */
export function sourceFiles(folder = SOURCES): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Every template of a file that reads like SQL; templates inside slots are statements of their own. */
export function statementsOf(path: string, source = readFileSync(path, 'utf8')): Statement[] {
  const file = relative(SOURCES, path)
  const found: Statement[] = []
  new Scanner(source, (text, slots, at) => {
    if (SQL.test(text))
      found.push({
        file,
        line: source.slice(0, at).split('\n').length,
        isTagged: TAG.test(source.slice(0, at)),
        text: bare(text),
        slots,
      })
  }).scan()
  return found
}

const TAG = /\bsql(<[^`;]*>)?$/
const SQL = /\b(select|insert\s+into|update|delete\s+from|from|join|truncate|copy|exists)\b/i

/** Without SQL comments and literals: a word in them is no table. */
function bare(text: string): string {
  return text.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, '').replaceAll(/'(?:[^']|'')*'/g, "''")
}

type Tell = (text: string, slots: string[], at: number) => void

/** Walks TypeScript just far enough to know comments, strings, and templates with their slots. */
class Scanner {
  private at = 0

  constructor(
    private readonly source: string,
    private readonly tell: Tell,
  ) {}

  scan(): void {
    while (this.at < this.source.length) this.code()
  }

  /** One step through code; answers its text. */
  private code(): void {
    const rest = this.source.slice(this.at, this.at + 2)
    if (rest === '//') this.skipTo('\n')
    else if (rest === '/*') this.skipTo('*/')
    else if (rest[0] === "'" || rest[0] === '"') this.string(rest[0])
    else if (rest[0] === '`') this.template()
    else this.at += 1
  }

  private skipTo(end: string): void {
    const found = this.source.indexOf(end, this.at)
    this.at = found < 0 ? this.source.length : found + end.length
  }

  private string(quote: string): void {
    const start = this.at
    for (this.at += 1; this.at < this.source.length && this.source[this.at] !== quote; this.at += 1) {
      if (this.source[this.at] === '\\') this.at += 1
      if (this.source[this.at] === '\n') break
    }
    this.at += 1
    this.tell(this.source.slice(start + 1, this.at - 1), [], start)
  }

  private template(): void {
    const start = this.at
    const slots: string[] = []
    let text = ''
    for (this.at += 1; this.at < this.source.length && this.source[this.at] !== '`';) {
      if (this.source[this.at] === '\\') this.at += 2
      else if (this.source.startsWith('${', this.at)) {
        slots.push(this.slot())
        text += `${MARK}${slots.length - 1}${MARK}`
      } else {
        text += this.source[this.at]
        this.at += 1
      }
    }
    this.at += 1
    this.tell(text, slots, start)
  }

  private slot(): string {
    const start = this.at + 2
    let depth = 0
    for (this.at += 2; this.at < this.source.length;) {
      const letter = this.source[this.at]
      if (letter === '}' && depth === 0) break
      if (letter === '{') depth += 1
      if (letter === '}') depth -= 1
      this.code()
    }
    this.at += 1
    return this.source.slice(start, this.at - 1)
  }
}

/** Declared tables that a statement names itself instead of taking them through a door. */
export function bareTables(statement: Statement, tables: ReadonlySet<string>): string[] {
  const named = [...statement.text.matchAll(NAMED), ...statement.text.matchAll(LISTED)]
  return named.map((match) => (match[1] ?? '').toLowerCase()).filter((name) => tables.has(name))
}

/** Behind a comma of a from list: a table and its name, and no operator between them. */
const LISTED =
  /,\s*([a-z_][a-z_0-9]*)\s+(?:as\s+)?(?!(?:as|is|in|and|or|asc|desc|from|nulls)\b)[a-z]\w*\s*(?=$|,|\bwhere\b|\bjoin\b|\bleft\b|\))/gi

const NAMED =
  /\b(?:from|join|into|update|using|truncate|table|copy|only|lock)\s+(?:public\s*\.\s*)?"?([a-z_][a-z_0-9]*)"?(?!\s*\()/gi

/** `alias.column` of each alias that stands behind a door, with the expression in the door's slot. */
export function qualifiedColumns(statement: Statement): { door: string; column: string }[] {
  const doors = new Map<string, string>()
  for (const [, slot = '', alias = ''] of statement.text.matchAll(DOOR)) {
    if (!KEYWORDS.has(alias)) doors.set(alias, statement.slots[Number(slot)] ?? '')
  }
  return [...statement.text.matchAll(/(?<![.\w"])([a-z_][a-z_0-9]*)\.([a-z_][a-z_0-9]*)\b/g)].flatMap(
    ([, alias = '', column = '']) => {
      const door = doors.get(alias)
      return door === undefined ? [] : [{ door, column }]
    },
  )
}

const DOOR = /\u0001(\d+)\u0001\s+(?:as\s+)?([a-z_][a-z_0-9]*)\b/g
const KEYWORDS = new Set([
  'where',
  'set',
  'on',
  'order',
  'group',
  'join',
  'left',
  'limit',
  'union',
  'returning',
  'values',
  'select',
  'using',
  'and',
  'or',
])
