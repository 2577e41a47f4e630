import { defineCall } from '../../kit/call.ts'
import { flag, integer, json, ref, text, word } from '../../kit/field.ts'

/** Which side counts. */
export const SIDE = { ours: 1, theirs: 2 } as const

/** Conflicts shown at once. */
export const SHOWN_CONFLICTS = 100

/** One value on both sides, as people read it. */
export interface Sides {
  label: string
  ours: string
  theirs: string
}

export type ConflictKind = 'dept' | 'admin' | 'student' | 'parent'

const id = ref('企业', 'wecomCorp', { required: true })

/** 两边都改过的数据：本地的和平台的各是什么。 */
export const listConflicts = defineCall('wecomCorp.conflicts', {
  method: 'GET',
  path: '/api/blade-qyweixin/corp/conflicts', // inferred
  title: '两边都改过的数据',
  access: { permission: 'wecomcorp_view' },
  input: { id },
  output: {
    kind: word<ConflictKind>('类别'),
    rowId: text('数据', { required: true }),
    name: text('名称', { required: true }),
    isGone: flag('平台已删除', { required: true }),
    sides: json<Sides[]>('两边', { required: true }),
  },
  answer: 'list',
})

/** 决定以哪边为准：本地的待推送，平台的写到本地。不指定数据时，对看得到的全部。 */
export const decideConflicts = defineCall('wecomCorp.decide', {
  method: 'POST',
  path: '/api/blade-qyweixin/corp/decide', // inferred
  title: '决定以哪边为准',
  access: { permission: 'wecomcorp_decide' },
  input: {
    id,
    side: integer('以哪边为准', { required: true, min: 1, max: 2, help: '1 本地，2 平台' }),
    rowId: text('数据', { length: 20 }),
  },
  output: { count: integer('条数', { required: true }) },
})
