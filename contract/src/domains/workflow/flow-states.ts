import { defineStates } from '../../kit/states.ts'

/** A deployed process: suspended, it starts nothing and its open tasks rest. */
export const definitionStates = defineStates(
  'flowDefinition',
  { active: { value: 1, title: '激活' }, suspended: { value: 2, title: '挂起' } },
  {
    suspend: { title: '挂起', from: ['active'], to: 'suspended' },
    activate: { title: '激活', from: ['suspended'], to: 'active' },
  },
)

/** One run of a process. */
export const instanceStates = defineStates(
  'flowInstance',
  {
    running: { value: 1, title: '进行中' },
    finished: { value: 3, title: '已完成' },
    terminated: { value: 4, title: '已终止' },
  },
  {
    finish: { title: '结束', from: ['running'], to: 'finished' },
    terminate: { title: '终止', from: ['running'], to: 'terminated' },
  },
)

/** One step somebody has to take. A task with an assignee is opened as one to be done, others wait to be claimed. */
export const taskStates = defineStates(
  'flowTask',
  {
    claim: { value: 1, title: '待签' },
    todo: { value: 2, title: '待办' },
    finish: { value: 3, title: '办结' },
    cancelled: { value: 4, title: '已取消' },
  },
  {
    claim: { title: '签收', from: ['claim'], to: 'todo' },
    complete: { title: '办理', from: ['todo'], to: 'finish' },
    cancel: { title: '取消', from: ['claim', 'todo'], to: 'cancelled' },
  },
)

/** What somebody asks for, as far as its process has brought it. */
export const requestStates = defineStates(
  'flowRequest',
  {
    approving: { value: 1, title: '审批中' },
    approved: { value: 2, title: '已通过' },
    refused: { value: 3, title: '已驳回' },
    withdrawn: { value: 4, title: '已撤回' },
  },
  {
    approve: { title: '通过', from: ['approving'], to: 'approved' },
    refuse: { title: '驳回', from: ['approving'], to: 'refused' },
    resubmit: { title: '重新提交', from: ['refused'], to: 'approving' },
    withdraw: { title: '撤回', from: ['approving', 'refused'], to: 'withdrawn' },
  },
)

/** How a process came out; the keys of dictionary `flow_outcome`. */
export type Outcome = 'approved' | 'refused' | 'withdrawn' | 'terminated'
