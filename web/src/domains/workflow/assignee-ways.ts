import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'

/** How a step finds its people. */
export type AssigneeWay = 'candidates' | 'user' | 'field' | 'starter' | 'adjust' | 'expression'

/** What a task says of its people. */
export interface People {
  assignee: string
  users: string
  groups: string
  formKey: string
}

export const STARTER = '${createUser}'

const STARTERS = new Set([STARTER, '${applyUser}'])
const EXPRESSION = /[$#]\{/

/** The way that what stands in the file is written; an expression for what no other way writes. */
export function wayOf({ assignee, users, groups, formKey }: People, fields: readonly { id: string }[]): AssigneeWay {
  if (assignee === '') return EXPRESSION.test(users + groups) ? 'expression' : 'candidates'
  if (users + groups !== '') return 'expression'
  if (STARTERS.has(assignee)) return formKey === ADJUST_FORM ? 'adjust' : 'starter'
  const named = fieldNamed(assignee)
  if (named !== undefined) return fields.some(({ id }) => id === named) ? 'field' : 'expression'
  return EXPRESSION.test(assignee) ? 'expression' : 'user'
}

/** The variable that an expression consists of. */
export function fieldNamed(expression: string): string | undefined {
  return /^\$\{(\w+)\}$/.exec(expression)?.[1]
}

/** `a,b` as a list. */
export function listIn(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
