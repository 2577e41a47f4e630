import { isSqlTemplate } from '../house/tables.mjs'

const FLIPPED = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '<>': '=' }
/** Ends a condition that stands beside others. */
const END =
  /^(?:and|or|order\s+by|group\s+by|limit|offset|having|union|except|returning|on|when|then|else|end|for|left|inner|cross|full|right|join|where|window|set|as)\b|^[;,]/i
const LINKS = new Set(['where', 'having', 'orderBy'])

/** Small changes of the statement in a template tagged `sql`; what is filled in stays whole. */
export function templateEdits(node, text) {
  if (!isSqlTemplate(node)) return []
  const { start, end, expressions } = node.quasi
  const filled = expressions.map((one) => [text.lastIndexOf('${', one.start), text.indexOf('}', one.end) + 1])
  const plain = filled.reduce((rest, [from, to]) => blanked(rest, from, to, '?'), text)
  return statementEdits(plain.slice(start + 1, end - 1)).map((edit) => ({
    ...edit,
    start: edit.start + start + 1,
    end: edit.end + start + 1,
  }))
}

/** A link of Kysely's chain that narrows or puts in order is left out. */
export function builderEdits({ callee, end }) {
  const name = callee.property?.name
  if (!LINKS.has(name) || callee.object.type !== 'CallExpression') return []
  return [{ kind: `sql ${name} dropped`, start: callee.object.end, end, text: '' }]
}

/** Small changes of a statement, or of a part of one; what stands in quotes and comments is left alone. */
export function statementEdits(statement) {
  const sql = [/'(?:[^']|'')*'/g, /--[^\n]*/g, /\/\*[\s\S]*?\*\//g].reduce(
    (text, pattern) => text.replaceAll(pattern, (quoted) => '?'.padEnd(quoted.length, '?')),
    statement,
  )
  return [
    ...conditions(sql),
    ...directions(sql),
    ...orderKeys(sql),
    ...replaced(sql, /\bis (not )?null\b/gi, ([, not]) => (not ? 'is null' : 'is not null'), 'null turned round'),
    ...replaced(sql, /(?<![-<>=@!&|#])(?:<=|>=|<>|<|>)(?![-<>=@])/g, ([sign]) => FLIPPED[sign], 'comparison flipped'),
    ...replaced(
      sql,
      /(?<=[=<>]\s*|\blimit\s+)\d{1,3}\b(?!\.)/gi,
      ([number]) => String(Number(number) + 1),
      'constant changed',
    ),
    ...replaced(sql, /\bleft join\b/gi, () => 'join', 'rows without a partner dropped'),
    ...replaced(sql, /\bdistinct (?!on\b|from\b)/gi, () => '', 'distinct dropped'),
  ]
}

function replaced(sql, pattern, put, kind) {
  return [...sql.matchAll(pattern)].map((hit) => {
    return { kind: `sql ${kind}`, start: hit.index, end: hit.index + hit[0].length, text: put(hit) }
  })
}

/** Each `and …` of a `where` or `on`, without it. */
function conditions(sql) {
  return [...sql.matchAll(/\band\b/gi)].flatMap(({ index }) => {
    if (/\bbetween\s+\S+\s+$/i.test(sql.slice(0, index))) return []
    const end = conditionEnd(sql, index + 'and'.length)
    const isWhole = sql.slice(index + 'and'.length, end).trim() !== ''
    return isWhole ? [{ kind: 'sql condition dropped', start: index, end, text: '' }] : []
  })
}

function conditionEnd(sql, from) {
  let depth = 0
  let isBetween = false
  for (let at = from; at < sql.length; at += 1) {
    const isStart = !/\w/.test(sql[at - 1])
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth < 0) return at
    if (depth > 0 || !isStart) continue
    const rest = sql.slice(at, at + 20)
    if (/^between\b/i.test(rest)) isBetween = true
    else if (isBetween && /^and\b/i.test(rest)) isBetween = false
    else if (END.test(rest)) return at
  }
  return sql.length
}

function directions(sql) {
  return replaced(
    sql,
    /\b(?:asc|desc)\b/gi,
    ([word]) => (word.toLowerCase() === 'asc' ? 'desc' : 'asc'),
    'order turned round',
  )
}

/** The last key of each order that has several; an order of one key and no direction is turned round. */
function orderKeys(sql) {
  return [...sql.matchAll(/\border by\s+((?:[^(),;\n]|\([^()]*\))+)((?:,(?:[^(),;]|\([^()]*\))+)*)/gi)].flatMap(
    (hit) => {
      const [whole, first, more] = hit
      const stop = whole.search(/\b(limit|offset|for|rows|range|union|returning)\b/i)
      const end = hit.index + (stop < 0 ? whole.trimEnd().length : whole.slice(0, stop).trimEnd().length)
      if (more === '' && stop < 0 && !/\b(asc|desc|nulls)\b/i.test(first)) {
        return [{ kind: 'sql order turned round', start: end, end, text: ' desc' }]
      }
      const comma = hit.index + whole.lastIndexOf(',')
      return more !== '' && comma < end ? [{ kind: 'sql order key dropped', start: comma, end, text: '' }] : []
    },
  )
}

function blanked(text, from, to, sign) {
  return text.slice(0, from) + sign.repeat(to - from) + text.slice(to)
}
