import { type Answer, defineCall } from '../kit/call.ts'
import type { AnyCall, AnyEntity } from '../kit/domain.ts'
import { DIALECTS, type ExtraAction, listRowFields } from '../kit/entity.ts'
import { type Fields, hasPersonal, integer, json, text, flag } from '../kit/field.ts'
import { TREE_NODE } from '../kit/tree-node.ts'

/** What a derived call does to its entity; the server binds one generic handler to each. */
export type CrudAction = 'list' | 'detail' | 'submit' | 'remove' | 'restore' | 'export' | 'reveal' | ExtraAction

const WRITING: ReadonlySet<CrudAction> = new Set<CrudAction>(['submit', 'save', 'update', 'remove', 'restore'])

/** Whether an action changes rows. */
export function changesRows(action: CrudAction): boolean {
  return WRITING.has(action)
}

export interface CrudCall extends AnyCall {
  entity: string
  action: CrudAction
}

const LATER =
  '1 为超过20000行时不等待：答复 jobId，工作簿由后台任务生成，完成后凭任务的 fileId 下载；不填则总是直接返回文件'

const PAGE_INPUT = { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 1000 }) }

/** Personal values leave unmasked: so the workbook can be brought back as it is. */
const WHOLE_INPUT = { isWhole: flag('导出完整信息', { help: '1 为不遮盖个人信息，须有查看完整信息的权限' }) } // inferred

/** Whoever says so is answered `jobId` instead of a file that takes long. */
export const BACKGROUND_INPUT = { isBackground: flag('转为后台任务', { help: LATER }) } // inferred

const IDS_INPUT = { ids: text('主键', { length: 100_000 }) }

/** Every call an entity brings, in its dialect and under all its services. */
export function crudCalls(entity: AnyEntity): CrudCall[] {
  const names = DIALECTS[entity.dialect]
  return [
    crud(entity, 'list', 'GET', names.list, '列表', 'view', entity.tree ? 'list' : 'page', PAGE_INPUT),
    ...names.detail.map((name) => crud(entity, 'detail', 'GET', name, '详情', 'view', 'data', { id: text('主键') })),
    ...names.submit.map((name) => crud(entity, 'submit', 'POST', name, '保存', 'edit', 'data', entity.fields)),
    removeCall(entity),
    crud(entity, 'restore', 'POST', 'restore', '恢复', 'delete', 'status', IDS_INPUT),
    crud(entity, 'export', 'GET', 'export', '导出', 'view', 'file', {
      reason: text('导出理由', { length: 200 }),
      ...BACKGROUND_INPUT,
      ...(personalFields(entity).length > 0 && WHOLE_INPUT),
    }),
    ...(personalFields(entity).length > 0 ? [revealCall(entity)] : []),
    ...entity.actions.map((action) => extra(entity, action)),
  ]
}

function removeCall(entity: AnyEntity): CrudCall {
  const { remove, hasIdsInBody } = DIALECTS[entity.dialect]
  const call = crud(entity, 'remove', 'POST', remove, '删除', 'delete', 'status', hasIdsInBody ? {} : IDS_INPUT)
  return hasIdsInBody ? { ...call, body: 'array' } : call
}

/** Whose rows are meant, as clients name it; those of another tenant are refused. */
const OWN_TENANT = { tenantId: text('租户编号', { length: 12 }) }

/** Fields whose values are masked on the way out. */
export function personalFields(entity: AnyEntity): string[] {
  return Object.entries(entity.fields as Fields).flatMap(([name, field]) => (field.personal ? [name] : []))
}

/** One masked value in full, with a reason. */
export function revealCall(entity: AnyEntity): CrudCall {
  // inferred
  const call = crud(entity, 'reveal', 'POST', 'reveal', '查看完整信息', 'reveal', 'data', {
    id: text('主键', { required: true }),
    field: text('字段', { required: true, length: 64 }),
    reason: text('查看理由', { required: true, length: 200 }),
  })
  return { ...call, output: { value: text('完整信息') } }
}

function extra(entity: AnyEntity, action: ExtraAction): CrudCall {
  switch (action) {
    case 'submit':
    case 'update':
    case 'save':
      return crud(entity, 'submit', 'POST', action, '保存', 'edit', 'data', entity.fields)
    case 'listall':
      return crud(entity, action, 'GET', action, '全部', 'view', 'list', {})
    case 'select':
      return crud(entity, action, 'GET', action, '全部', 'view', 'list', OWN_TENANT)
    case 'tree':
      return { ...crud(entity, action, 'GET', action, '树', 'view', 'list', OWN_TENANT), output: TREE_NODE }
    case 'lazy-tree':
    case 'lazy-list':
      return {
        ...crud(entity, action, 'GET', action, '下级', 'view', 'list', { parentId: text('上级') }),
        output: { ...listRowFields(entity), hasChildren: json<boolean>('有下级') },
      }
  }
}

function crud(
  entity: AnyEntity,
  action: CrudAction,
  method: 'GET' | 'POST',
  segment: string,
  verb: string,
  right: string,
  answer: Answer,
  input: Fields,
): CrudCall {
  const [path = '', ...aliases] = entity.paths.map((base) => `${base}/${segment}`)
  const options = {
    method,
    path,
    aliases,
    title: `${entity.title}${verb}`,
    access: { permission: `${entity.permission}_${right}` },
    input,
    answer,
    output: listRowFields(entity),
  }
  const stepUp = action === 'export' && hasPersonal(entity.fields)
  return { ...defineCall(`${entity.name}.${segment}`, { ...options, stepUp }), entity: entity.name, action }
}
