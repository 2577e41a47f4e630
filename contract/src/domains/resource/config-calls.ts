import { defineCall } from '../../kit/call.ts'
import type { AnyEntity } from '../../kit/domain.ts'
import { type Fields, dateTime, integer, text } from '../../kit/field.ts'

/** By which columns a list is ordered. */
export const ORDER = { ascs: text('升序', { length: 200 }), descs: text('降序', { length: 200 }) }
const id = text('主键', { required: true })

/** The calls of a service's settings, of which a tenant keeps several and uses one. */
export function configCalls(entity: AnyEntity) {
  const [base = ''] = entity.paths
  const { name, title, permission } = entity
  const fields: Fields = entity.fields
  const row: Fields = {
    id,
    ...fields,
    status: integer('状态', { required: true }),
    createTime: dateTime('创建时间'),
    updateTime: dateTime('更新时间'),
  }
  const page = { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 1000 }) }
  const filters = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.search)
      .map(([key, field]) => [key, text(field.label, { length: 100 })]),
  )
  const view = { permission: `${permission}_view` }
  return {
    list: defineCall(`${name}.list`, {
      method: 'GET',
      path: `${base}/list`,
      title: `${title}列表`,
      access: view,
      input: { ...page, ...ORDER, ...filters },
      output: row,
      answer: 'page',
    }),
    detail: defineCall(`${name}.detail`, {
      method: 'GET',
      path: `${base}/detail`,
      title: `${title}详情`,
      access: view,
      input: { id },
      output: row,
    }),
    /** Without an id a new one (…_add), with an id a change (…_edit): the handler asks for the right. */
    submit: defineCall(`${name}.submit`, {
      method: 'POST',
      path: `${base}/submit`,
      title: `${title}保存`,
      access: 'signedIn',
      input: { ...relaxed(fields), id: text('主键'), updateTime: text('更新时间') },
      output: row,
    }),
    ...switches(entity, base),
  }
}

function switches(entity: AnyEntity, base: string) {
  const { name, title, permission } = entity
  const enabling = { permission: `${permission}_enable` }
  return {
    remove: defineCall(`${name}.remove`, {
      method: 'POST',
      path: `${base}/remove`,
      title: `${title}删除`,
      access: { permission: `${permission}_delete` },
      input: { ids: text('主键', { length: 100_000 }) },
      answer: 'status',
    }),
    enable: defineCall(`${name}.enable`, {
      method: 'POST',
      path: `${base}/enable`,
      title: `${title}启用`,
      access: enabling,
      input: { id },
      answer: 'status',
    }),
    disable: defineCall(`${name}.disable`, {
      method: 'POST',
      path: `${base}/disable`, // inferred
      title: `${title}停用`,
      access: enabling,
      input: { id },
      answer: 'status',
    }),
  }
}

/** An update names only what it changes, so nothing is asked for; the handler checks the whole row. */
function relaxed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { required: _required, default: _default, ...field }]) => [name, field]),
  )
}
