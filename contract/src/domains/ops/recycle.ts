import { defineCall } from '../../kit/call.ts'
import { dateTime, integer, text } from '../../kit/field.ts'

const BASE = '/api/blade-system/recycle'
const access = { permission: 'recycle_view' }

// inferred: the family deletes softly and shows nowhere what was deleted.

/** 回收站里有哪些数据：每种数据一行，只列调用者有权恢复的。 */
export const recycleKinds = defineCall('recycle.kinds', {
  method: 'GET',
  path: `${BASE}/kinds`,
  title: '回收站分类',
  access,
  output: {
    entity: text('数据', { required: true }),
    title: text('名称', { required: true }),
    /** Where its standing `restore` call is. */
    path: text('路径', { required: true }),
    count: integer('条数', { required: true }),
    retainDays: integer('保留天数', { required: true }),
  },
  answer: 'list',
})

/** 一种数据中被删除的行：谁、何时删除，何时彻底清除。恢复用该数据自己的 restore 调用。 */
export const recycleList = defineCall('recycle.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '回收站列表',
  access,
  input: {
    entity: text('数据', { required: true, length: 64 }),
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 200 }),
  },
  output: {
    id: text('主键', { required: true }),
    label: text('名称', { required: true }),
    deletedBy: text('删除人', { required: true }),
    deletedTime: dateTime('删除时间', { required: true }),
    purgeTime: dateTime('彻底清除时间', { required: true }),
  },
  answer: 'page',
})
