import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'

/** A comparison of a form field, as a line's condition writes it. */
export interface Comparison {
  field: string
  operator: string
  value: string
}

export const AGREED = '${pass}'
export const REFUSED = '${!pass}'

const COMPARISON = /^\$\{\s*(\w+)\s*(==|!=|>=|<=|>|<)\s*(?:'([^']*)'|(-?\d+(?:\.\d+)?))\s*\}$/

/** The comparison an expression consists of, if its field is one of the process. */
export function comparisonIn(expression: string, fields: readonly FormField[]): Comparison | undefined {
  const [, field = '', operator = '', quoted, number] = COMPARISON.exec(expression) ?? []
  return fields.some(({ id }) => id === field) ? { field, operator, value: quoted ?? number ?? '' } : undefined
}

const NUMBERS = new Set(['long', 'double', 'boolean'])

/** Numbers stand as they are, all else in quotes; a comparison without a value is none. */
export function expressionOf({ field, operator, value }: Comparison, fields: readonly FormField[]): string {
  const kind = fields.find(({ id }) => id === field)?.kind ?? 'string'
  if (value.trim() === '') return ''
  return `\${${field} ${operator} ${NUMBERS.has(kind) ? value : `'${value.replaceAll("'", '')}'`}}`
}

/** The operators that say something of a kind. */
export function operatorsFor(kind: FormField['kind']): string[] {
  const isOrdered = ['long', 'double', 'date', 'datetime'].includes(kind)
  return isOrdered ? ['>', '>=', '<', '<=', '==', '!='] : ['==', '!=']
}

/** Fields a condition can compare: whom or which file somebody chose says nothing there. */
export function comparable(fields: readonly FormField[]): FormField[] {
  return fields.filter(({ kind }) => !['people', 'department', 'school', 'upload', 'text'].includes(kind))
}
