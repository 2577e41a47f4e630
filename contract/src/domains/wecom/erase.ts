import { defineCall } from '../../kit/call.ts'
import { ref, text, word } from '../../kit/field.ts'
import type { ConflictKind } from './conflict.ts'

/** Rows shown, and erased, at once. */
export const SHOWN_REMOVED = 500

const id = ref('企业', 'wecomCorp', { required: true })

/** 本地已删除、平台上还有的数据；`text` 是上次没有删成的原因。 */
export const listRemoved = defineCall('wecomCorp.removed', {
  method: 'GET',
  path: '/api/blade-qyweixin/corp/removed', // inferred
  title: '平台上还有的数据',
  access: { permission: 'wecomcorp_view' },
  input: { id },
  output: {
    kind: word<ConflictKind>('类别'),
    rowId: text('数据', { required: true }),
    name: text('名称', { required: true }),
    text: text('说明', { required: true }),
  },
  answer: 'list',
})

/** 从平台删除本地已删除的数据。删了找不回来，所以要输入企业名称。 */
export const eraseRemoved = defineCall('wecomCorp.erase', {
  method: 'POST',
  path: '/api/blade-qyweixin/corp/erase', // inferred
  title: '从企业微信删除',
  access: { permission: 'wecomcorp_erase' },
  input: {
    id,
    ids: text('数据', { required: true, length: 20_000, help: '逗号分隔' }),
    corpName: text('企业名称', { required: true, length: 64, help: '与企业管理中的名称一致才删除' }),
  },
  output: { jobId: text('任务', { required: true }) },
})
