import { type Variables, evaluate, namesOfValue, textOf } from './expression.ts'
import type { FlowNode } from './flow-model.ts'
import { FlowError, type OpenedTask } from './state.ts'

/** Nobody asks more people for one step. */
const MOST_PEOPLE = 200

/** The task of a step with its people worked out. Throws when there are none. */
export function taskOf(node: FlowNode, tokenId: string, variables: Variables): OpenedTask {
  const assignee = textOf(evaluate(node.assignee ?? '', variables))
  const candidateUsers = listOf(node.candidateUsers, variables)
  const candidateGroups = listOf(node.candidateGroups, variables)
  if (assignee === '' && candidateUsers.length === 0 && candidateGroups.length === 0) {
    throw new FlowError(`步骤「${node.name || node.id}」没有办理人，请联系流程管理员`)
  }
  const { id, name, formKey = '' } = node
  return { tokenId, node: id, name, assignee, candidateUsers, candidateGroups, formKey }
}

/** For whom a step of several people is opened: the values of its list, or so many nameless ones. */
export function peopleOf(node: FlowNode, variables: Variables): string[] {
  const { collection, cardinality } = node.loop ?? {}
  if (collection === undefined) {
    const count = Number(evaluate(cardinality ?? '0', variables))
    return Array.from({ length: Number.isInteger(count) && count > 0 ? Math.min(count, MOST_PEOPLE) : 0 }, () => '')
  }
  return namesIn(evaluate(listSource(collection), variables)).slice(0, MOST_PEOPLE)
}

/** A list stands there as an expression, or by its bare name. */
function listSource(collection: string): string {
  return /[$#]\{/.test(collection) ? collection : `\${${collection}}`
}

/** Name of the variable that holds the one of several people a task is for. */
export function itemOf({ loop }: FlowNode): string {
  return loop?.elementVariable ?? 'item'
}

/** Variables that name whom a step is given to: by themselves, or in the list whose values get a task each. */
export function namesAsked(node: FlowNode): string[] {
  const named = [node.assignee, node.candidateUsers].flatMap((source) => namesOfValue(source ?? ''))
  const { collection } = node.loop ?? {}
  if (!collection) return named
  return named.flatMap((name) => (name === itemOf(node) ? namesOfValue(listSource(collection)) : name))
}

/** `a,b` and lists; expressions may stand between the commas. */
function listOf(source: string | undefined, variables: Variables): string[] {
  if (!source) return []
  return source.split(',').flatMap((part) => namesIn(evaluate(part, variables)))
}

function namesIn(value: unknown): string[] {
  const values = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
  return [...new Set(values.map((one) => one.trim()).filter(Boolean))]
}
