import { lineAt, parseText, walk } from '../source.mjs'

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'])

/**
 * The parts of a source that run or do not: bodies of functions and branches of an `if`, from outside to inside; a statement is
 * one. Each has the offsets of its first and its last character.
 */
export function partsOf(path, text) {
  if (path.endsWith('.sql')) return [{ type: 'Statement', start: 0, end: text.length }]
  const parts = []
  walk(parseText(path, text).program, ({ type, body, consequent, alternate }) => {
    if (FUNCTIONS.has(type) && body) parts.push(body)
    if (type === 'IfStatement') parts.push(...[consequent, alternate].filter(Boolean))
    return true
  })
  return parts.map(({ type, start, end }) => ({ type, start, end }))
}

/** The source in which each part says when it runs, by `path` and the number of the part. */
export function marked(path, text) {
  return path.endsWith('.sql') ? markedStatement(path, text) : markedProgram(path, text)
}

/**
 * Each line ends with the mark, so every statement made of these lines carries it. Not within texts and comments, nor behind an
 * open bracket at the end of a line: the product looks for the queries that begin there.
 */
function markedStatement(path, text) {
  let isQuoted = false
  const lines = text.split('\n').map((line) => {
    const isOfComment = /^\s*--/.test(line)
    if (!isOfComment && line.split("'").length % 2 === 0) isQuoted = !isQuoted
    return isQuoted || isOfComment || /^\s*$|\($/.test(line) ? line : `${line} /*@${path} 0*/`
  })
  return lines.join('\n')
}

/** The parts whose marks a statement carries. */
export function partsIn(statement) {
  return [...statement.matchAll(/\/\*@(\S+ \d+)\*\//g)].map(([, part]) => part)
}

function markedProgram(path, text) {
  const edits = partsOf(path, text).flatMap(({ type, start, end }, number) => {
    const mark = `globalThis.reached?.(${JSON.stringify(`${path} ${number}`)})`
    if (type === 'BlockStatement') return [{ at: start + 1, put: `${mark};` }]
    const isStatement = type.endsWith('Statement')
    const [open, close] = isStatement ? [`{${mark};`, '\n}'] : [`(${mark},`, ')']
    return [
      { at: start, put: open },
      { at: end, put: close, start },
    ]
  })
  // What ends at a place stands before what begins there, and what began last ends first.
  const inOrder = edits.toSorted((one, other) => one.at - other.at || (other.start ?? -1) - (one.start ?? -1))
  let from = 0
  const pieces = inOrder.map(({ at, put }) => {
    const piece = text.slice(from, at) + put
    from = at
    return piece
  })
  return pieces.join('') + text.slice(from)
}

/** The number of the innermost part around an offset; undefined for what runs when the file is read. */
export function partAt(parts, offset) {
  const number = parts.findLastIndex(({ start, end }) => start <= offset && offset < end)
  return number < 0 ? undefined : number
}

/** What a source throws where nothing has run, as `path:line what`; `hasRun` is asked by the number of a part. */
export function silentThrows(path, text, hasRun) {
  const parts = partsOf(path, text)
  const silent = []
  walk(parseText(path, text).program, ({ type, start, end }) => {
    const number = type === 'ThrowStatement' ? partAt(parts, start) : undefined
    if (number !== undefined && !hasRun(number)) silent.push(`${path}:${lineAt(text, start)} ${text.slice(start, end)}`)
    return true
  })
  return silent.map((line) => line.replaceAll(/\s+/g, ' '))
}
