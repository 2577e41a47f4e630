import { defineStates } from '../../kit/states.ts'

/** 采集任务的状态：草稿由局里准备，开放后学校填报，到时自动关闭，归档后不再打开。 */
export const gatherTaskStates = defineStates(
  'gatherTaskStatus',
  {
    draft: { value: 0, title: '草稿' },
    open: { value: 1, title: '开放' },
    closed: { value: 2, title: '关闭' },
    archived: { value: 3, title: '归档' },
  },
  {
    edit: { title: '修改', from: ['draft', 'open'], to: '*' }, // inferred
    remove: { title: '删除', from: ['draft'], to: '*' }, // inferred
    report: { title: '填报', from: ['draft', 'open'], to: '*' }, // inferred
    open: { title: '开放', from: ['draft'], to: 'open' },
    close: { title: '关闭', from: ['open'], to: 'closed' },
    reopen: { title: '重新开放', from: ['closed'], to: 'open' },
    archive: { title: '归档', from: ['closed'], to: 'archived' },
  },
)
