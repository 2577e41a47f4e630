import { lineAt, parseText, walk } from '../source.mjs'

/** `as never` (or `never[]`) and `as unknown as`: the two ways around the type checker. */
export function castsIn(path, text) {
  const found = []
  walk(parseText(path, text).program, (node) => {
    if (isCast(node)) found.push({ path, line: lineAt(text, node.start) })
  })
  return found
}

function isCast({ type, typeAnnotation, expression }) {
  if (type !== 'TSAsExpression') return false
  const isTwice = expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword'
  const target = typeAnnotation.elementType ?? typeAnnotation
  return target.type === 'TSNeverKeyword' || isTwice
}

const RECORDS = new Set(['data', 'page', 'list'])

/** Calls whose answer nobody has declared. */
export function silentCalls(registry) {
  return registry.calls.filter(({ answer, output, entity }) => {
    return RECORDS.has(answer) && !entity && Object.keys(output ?? {}).length === 0
  })
}
