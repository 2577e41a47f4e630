import { root } from '../install.mjs'
import { filesBelow, lineAt, parseText, readSource, readText, sourcesBelow, walk } from '../source.mjs'

const CREATED = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const DROPPED = /drop\s+table\s+(?:if\s+exists\s+)?"?(\w+)"?/gi
const RENAMED = /alter\s+table\s+(?:if\s+exists\s+)?"?(\w+)"?\s+rename\s+to\s+"?(\w+)"?/gi
/** Kysely's own ways to name a table. */
const NAMING = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'table', 'from', 'using'])
const JOINING = /^(inner|left|right|full|cross)(Lateral)?Join(Lateral)?$/

/** Tables the migrations leave behind, in their order. */
export function migratedTables(base = root) {
  const tables = new Set()
  for (const path of filesBelow('server/migrations', /\.sql$/, base)) {
    const text = withoutSqlComments(readText(path, base))
    for (const [, name] of text.matchAll(CREATED)) tables.add(name)
    for (const [, name] of text.matchAll(DROPPED)) tables.delete(name)
    for (const [, from, to] of text.matchAll(RENAMED)) if (tables.delete(from)) tables.add(to)
  }
  return [...tables]
}

/** Tables with a declaration: entities of the contract, those written by hand, and `defineTable` on the server. */
export function declaredTables(registry) {
  const declared = new Set(
    registry.domains.flatMap(({ entities, byHand }) => [...entities, ...byHand]).map((one) => one.table),
  )
  for (const path of sourcesBelow('server/src')) {
    walk(readSource(path).program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.name !== 'defineTable') return
      for (const name of namesIn(node)) declared.add(name)
    })
  }
  return declared
}

/** The name a `defineTable` gives: its option `table`, or its first argument in snake case. */
function namesIn({ arguments: [name, options] }) {
  const given = options?.properties?.find(({ key }) => key?.name === 'table')?.value
  const value = given?.value ?? name?.value
  return typeof value === 'string' ? [snake(value)] : []
}

/**
 * Statements that name one of the tables: templates tagged `sql`, texts given to `query`, and Kysely's builder.
 * Answers `{ path, line, tables }`; a CTE hides a table of its name.
 */
export function bareNames(path, text, tables) {
  const found = []
  walk(parseText(path, text).program, (node) => {
    const named = namedBy(node).filter((name) => tables.has(name))
    if (named.length > 0) found.push({ path, line: lineAt(text, node.start), tables: [...new Set(named)] })
  })
  return found
}

function namedBy(node) {
  if (isSqlTemplate(node)) return tablesNamed(textOf(node.quasi))
  if (node.type !== 'CallExpression') return []
  const method = node.callee.property?.name ?? ''
  const [first] = node.arguments
  if (method === 'query' || (method === 'raw' && node.callee.object.name === 'sql')) return tablesNamed(textOf(first))
  if (!NAMING.has(method) && !JOINING.test(method)) return []
  const names = first?.type === 'ArrayExpression' ? first.elements : [first]
  return names.flatMap((one) => (typeof one?.value === 'string' ? [snake(one.value.split(' ')[0])] : []))
}

export function isSqlTemplate({ type, tag }) {
  return type === 'TaggedTemplateExpression' && tag.name === 'sql'
}

/** The text of a template or literal; what is filled in stands as `?`. */
function textOf(node) {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(' ? ')
  return typeof node?.value === 'string' ? node.value : ''
}

const PLACE = /\b(?:from|join|into|update|using|truncate|table)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi
const MORE =
  /\b(?:from|using)\s+[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?((?:\s*,\s*[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?)+)/gi

/** Names that stand in a statement where tables do; functions that answer rows are among them. */
export function tablesNamed(statement) {
  const text = withoutSqlComments(statement).replaceAll(/'(?:[^']|'')*'/g, "''")
  const single = [...text.matchAll(PLACE)].map(([, name]) => name)
  const listed = [...text.matchAll(MORE)].flatMap(([, rest]) =>
    [...rest.matchAll(/,\s*([a-z_]\w*)/gi)].map(([, name]) => name),
  )
  const own = new Set(
    [...text.matchAll(/\b(\w+)(?:\s*\([^)]*\))?\s+as\s+(?:not\s+)?(?:materialized\s*)?\(/gi)].map(([, name]) => name),
  )
  return [...single, ...listed].filter((name) => !own.has(name))
}

function withoutSqlComments(text) {
  return text.replaceAll(/--[^\n]*/g, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

function snake(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Hand-written `as "camelCase"` in the templates of a source: the lines. */
export function handAliases(path, text) {
  const found = []
  walk(parseText(path, text).program, ({ type, quasis }) => {
    if (type !== 'TemplateLiteral') return
    for (const { start, end } of quasis) {
      for (const hit of text.slice(start, end).matchAll(/\bas\s+"[a-z]+[A-Z]\w*"/g)) {
        found.push({ path, line: lineAt(text, start + hit.index) })
      }
    }
  })
  return found
}
