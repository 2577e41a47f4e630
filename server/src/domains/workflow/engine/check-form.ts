import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { namesIn } from './expression.ts'
import { type FlowModel, type FlowNode, allFields, startFields, titleOf } from './flow-model.ts'
import { itemOf, namesAsked } from './people.ts'

const ID = /^[A-Za-z_]\w{0,63}$/
const LONGEST_NAME = 50

/** Variables that the program itself sets. */
const RESERVED = new Set([
  'createUser',
  'applyUser',
  'applyUserName',
  'businessId',
  'pass',
  'passed',
  'comment',
  'loopCounter',
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
  'nrOfPassed',
  'remindAfter',
])

/** What is wrong with the forms of a process, and with expressions that name a field nobody declares. */
export function checkForms(model: FlowModel): string[] {
  const nodes = Object.values(model.nodes)
  const faults = nodes.flatMap((node) => formFaults(model, node))
  const isGeneral = startFields(model).length > 0
  return isGeneral && faults.length === 0 ? [...unknownNames(model), ...nodes.flatMap(askedFaults(model))] : faults
}

/** Whom a step is given to is checked when he is picked: a text that is typed could name anybody. */
function askedFaults(model: FlowModel): (node: FlowNode) => string[] {
  const others = allFields(model).filter(({ kind }) => kind !== 'people')
  return (node) => {
    const asked = readNames(() => namesAsked(node))
    return others
      .filter(({ id }) => asked.includes(id))
      .map(({ name }) => `${titleOf(node)}由字段「${name}」指定办理人，它应是人员字段`)
  }
}

function formFaults(model: FlowModel, node: FlowNode): string[] {
  const fields = node.fields ?? []
  const firsts = new Map(allFields(model).map((field) => [field.id, field]))
  return fields.flatMap((field, at) => {
    const title = `${titleOf(node)}的表单字段「${field.name}」`
    const first = firsts.get(field.id)
    return [
      ...(isName(field.id) && !RESERVED.has(field.id) && field.id !== model.initiator
        ? []
        : [`${title}的标识「${field.id}」不能使用`]),
      ...(fields.findIndex((one) => one.id === field.id) === at ? [] : [`${title}重复`]),
      ...(field.name.length <= LONGEST_NAME ? [] : [`${title}的名称不能超过${LONGEST_NAME}个字符`]),
      ...(first && first.kind !== field.kind ? [`${title}的类型与其他步骤不一致`] : []),
      ...optionFaults(field, title),
    ]
  })
}

function optionFaults({ kind, options }: FormField, title: string): string[] {
  if (kind !== 'enum') return []
  const values = options.map(({ value }) => value)
  if (options.length === 0) return [`${title}没有选项`]
  const isFit = values.every((value) => value !== '' && value.length <= 64) && new Set(values).size === values.length
  return isFit ? [] : [`${title}的选项重复或为空`]
}

/** What can stand in an expression as a name. */
function isName(id: string): boolean {
  return ID.test(id) && isPath(id)
}

function isPath(id: string): boolean {
  try {
    return namesIn(`\${${id}}`).includes(id)
  } catch {
    return false
  }
}

/** Names in expressions that are neither fields of the process nor set by the program. */
function unknownNames(model: FlowModel): string[] {
  const known = new Set([...RESERVED, model.initiator ?? '', ...allFields(model).map(({ id }) => id)])
  const conditions = Object.values(model.edges).map(({ name, condition, source }) => {
    const from = model.nodes[source]
    return { title: name || !from ? `连线「${name}」` : `${titleOf(from)}之后的连线`, source: condition, own: '' }
  })
  const people = Object.values(model.nodes).flatMap((node) =>
    [node.assignee, node.candidateUsers, node.candidateGroups, node.loop?.completion].map((source) => ({
      title: titleOf(node),
      source,
      own: itemOf(node),
    })),
  )
  return [...conditions, ...people].flatMap(({ title, source, own }) =>
    readNames(() => namesIn(source ?? ''))
      .filter((name) => !known.has(name) && name !== own)
      .map((name) => `${title}用到了不存在的字段「${name}」`),
  )
}

/** What cannot be read is told elsewhere. */
function readNames(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return []
  }
}
