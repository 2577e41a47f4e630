import { lineAt, parseText, walk } from '../source.mjs'
import { builderEdits, statementEdits, templateEdits } from './sql.mjs'

const GUARDS = /^(assert|check|ensure|forbid|guard|refuse|require|verify)([A-Z]|$)/
const FLIPPED = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const SWAPPED = { '&&': '||', '||': '&&' }
/** What makes a control work, and says so to those who do not see it. */
const WORKING = /^(on[A-Z]\w*|disabled|hidden|loading|open|readOnly|required|checked|value|aria-\w+)$/
/** Bounds of time and size: one more is no other behaviour. */
const LARGE = 1000

/**
 * Every small change of a source: `{ path, line, part, kind, start, end, text }`, where `text` takes the place of the
 * characters from `start` to `end`. Parts: `guards`, `sql`, `server` (the rest of it), `web`.
 */
export function makeMutants(path, text) {
  const edits = path.endsWith('.sql') ? statementEdits(text) : programEdits(path, text)
  const seen = new Set([text])
  return edits.flatMap((edit) => {
    const changed = applyMutant(text, edit)
    if (seen.has(changed)) return []
    seen.add(changed)
    return [{ path, line: lineAt(text, edit.start), part: partOf(path, edit.kind), ...edit }]
  })
}

export function applyMutant(text, { start, end, text: put }) {
  return text.slice(0, start) + put + text.slice(end)
}

function partOf(path, kind) {
  if (path.startsWith('web/')) return 'web'
  return kind.startsWith('guard') ? 'guards' : kind.startsWith('sql') ? 'sql' : 'server'
}

function programEdits(path, text) {
  const isWeb = path.startsWith('web/')
  const edits = []
  walk(parseText(path, text).program, (node, parents) => {
    if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return false
    edits.push(...(EDITS[node.type]?.(node, text, parents, isWeb) ?? []))
    return true
  })
  return edits
}

/** What may be changed at a node of each type. */
const EDITS = {
  IfStatement: guardEdits,
  ExpressionStatement: callEdits,
  BinaryExpression: (node, text) => operatorEdit(node, text, FLIPPED, 'comparison flipped'),
  LogicalExpression: (node, text) => operatorEdit(node, text, SWAPPED, 'and, or swapped'),
  ConditionalExpression: ({ test }, text) => [negated(test, text, 'choice turned round')],
  Literal: constantEdits,
  ArrowFunctionExpression: leaveEarly,
  FunctionDeclaration: leaveEarly,
  FunctionExpression: leaveEarly,
  JSXAttribute: ({ name, start, end }) =>
    WORKING.test(name.name) ? [{ kind: `${name.name} dropped`, start, end, text: '' }] : [],
  TaggedTemplateExpression: templateEdits,
  CallExpression: builderEdits,
}

function guardEdits({ start, end, test, consequent, alternate }, text) {
  if (!refuses(consequent)) return []
  const rest = alternate ? text.slice(alternate.start, alternate.end) : ';'
  return [{ kind: 'guard removed', start, end, text: rest }, negated(test, text, 'guard negated')]
}

function refuses(statement) {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement
  return last?.type === 'ThrowStatement'
}

function negated({ start, end }, text, kind) {
  return { kind, start, end, text: `!(${text.slice(start, end)})` }
}

function callEdits({ start, end, expression }) {
  const call = ['AwaitExpression', 'UnaryExpression'].includes(expression.type) ? expression.argument : expression
  if (call.type !== 'CallExpression' || call.callee.type === 'Super') return []
  const name = call.callee.name ?? call.callee.property?.name ?? ''
  const isLog = ['debug', 'info', 'warn', 'error'].includes(name)
  return isLog ? [] : [{ kind: GUARDS.test(name) ? 'guard call removed' : 'call removed', start, end, text: ';' }]
}

function operatorEdit({ left, right, operator }, text, table, kind) {
  const put = table[operator]
  if (!put || left.operator === 'typeof') return []
  const start = left.end + text.slice(left.end, right.start).indexOf(operator)
  return [{ kind, start, end: start + operator.length, text: put }]
}

function constantEdits({ start, end, value }, _text, parents, isWeb) {
  const parent = parents.at(-1)
  if (isWeb || (parent.type === 'Property' && parent.key.start === start)) return []
  if (typeof value === 'boolean') return [{ kind: 'constant changed', start, end, text: String(!value) }]
  if (typeof value !== 'number' || value >= LARGE) return []
  return [{ kind: 'constant changed', start, end, text: String(value + 1) }]
}

/** Functions that answer nothing do nothing. */
function leaveEarly({ body }, text) {
  if (body?.type !== 'BlockStatement' || body.body.length < 2) return []
  let doesAnswer = false
  walk(body, (node) => {
    if (/Function/.test(node.type)) return false
    doesAnswer ||= node.type === 'ReturnStatement' && node.argument !== null
    return true
  })
  const at = body.body[0].start
  return doesAnswer || text.slice(at).startsWith("'use")
    ? []
    : [{ kind: 'left early', start: at, end: at, text: 'return; ' }]
}
