import { lineAt, parseText, walk } from '../source.mjs'

const BOUNDS = /^toBe(Less|Greater)Than(OrEqual)?$/

/** Expectations of how long something takes: a busy machine fails them, and none proves what is done. */
export function timedExpectations(path, text) {
  const { program } = parseText(path, text)
  const spans = new Set()
  walk(program, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && id.type === 'Identifier' && isSpan(init)) spans.add(id.name)
  })
  const found = []
  walk(program, (node) => {
    const expected = bounded(node)
    if (expected && (spans.has(expected.name) || isSpan(expected))) found.push({ path, line: lineAt(text, node.start) })
  })
  return found
}

/** What an expectation with a bound looks at. */
function bounded({ type, callee }) {
  if (type !== 'CallExpression' || !BOUNDS.test(callee.property?.name ?? '')) return undefined
  const { callee: asked, arguments: given } = callee.object
  return asked?.name === 'expect' ? given?.[0] : undefined
}

/** A difference with the moment it is now. */
function isSpan(expression) {
  let isOne = false
  if (!expression) return false
  walk(expression, (node) => {
    if (node.type === 'BinaryExpression' && node.operator === '-' && isNow(node.left)) isOne = true
    return !isOne
  })
  return isOne
}

function isNow({ type, callee }) {
  return (
    type === 'CallExpression' && callee.property?.name === 'now' && /^(performance|Date)$/.test(callee.object?.name)
  )
}
