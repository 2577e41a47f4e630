import { defineCall } from '../../kit/call.ts'
import { listRowFields } from '../../kit/entity.ts'
import { flag, integer, json, text } from '../../kit/field.ts'
import { under } from './under.ts'
import { voteSet } from './vote-set.ts'

const id = text('投票', { required: true, length: 20, message: '请选择投票' })
const row = { method: 'POST', input: { id }, output: listRowFields(voteSet) } as const
const edit = { permission: 'voteset_edit' }

export const voteOpen = defineCall('voteset.open', {
  ...row,
  ...under(voteSet, 'open'), // inferred
  title: '开放投票',
  access: edit,
})

export const voteClose = defineCall('voteset.close', {
  ...row,
  ...under(voteSet, 'close'), // inferred
  title: '结束投票',
  access: edit,
})

/** 由阅读程序为一位家长投票；应答是这一票的凭据。 */ // inferred
export const voteCast = defineCall('voteset.vote', {
  method: 'POST',
  ...under(voteSet, 'vote'),
  title: '投票',
  access: { permission: 'voteset_vote' },
  input: {
    id,
    parentId: text('家长', { required: true, length: 20, message: '请选择家长' }),
    optionIds: json<string[]>('选项', { shape: 'texts', required: true, message: '请选择选项' }),
  },
  output: {
    seq: integer('序号', { required: true }),
    hash: text('凭据', { required: true }),
  },
})

/** 各选项的票数，由票数出；名次相同的同名次。 */ // inferred
export const voteResult = defineCall('voteset.result', {
  method: 'GET',
  ...under(voteSet, 'result'),
  title: '投票结果',
  access: { permission: 'voteset_view' },
  input: { id, parentId: text('家长', { length: 20 }) },
  answer: 'list',
  output: {
    optionId: text('选项编号', { required: true }),
    title: text('选项', { required: true }),
    votes: integer('票数', { required: true }),
    place: integer('名次', { required: true }),
  },
})

/** 逐票核对：每一票的内容和前一票的凭据相扣，票数与票相符。 */ // inferred
export const voteVerify = defineCall('voteset.verify', {
  method: 'GET',
  ...under(voteSet, 'verify'),
  title: '核对票数',
  access: { permission: 'voteset_view' },
  input: { id },
  output: {
    isIntact: flag('完好', { required: true }),
    votes: integer('票数', { required: true }),
    brokenSeq: integer('第一张不符的票'),
    hash: text('末票凭据', { required: true }),
    text: text('说明', { required: true }),
  },
})
