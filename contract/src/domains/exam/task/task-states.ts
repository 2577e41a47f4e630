import { defineStates } from '../../../kit/states.ts'

/** 考务任务的状态：草稿由局里准备，进行中由学校上报，截止后不能再改，归档后不再打开。 */
export const taskStates = defineStates(
  'taskStatus',
  {
    draft: { value: 0, title: '草稿' },
    open: { value: 1, title: '进行中' },
    closed: { value: 2, title: '已截止' },
    archived: { value: 3, title: '已归档' },
  },
  {
    edit: { title: '修改', from: ['draft', 'open'], to: '*' }, // inferred
    remove: { title: '删除', from: ['draft'], to: '*' }, // inferred
    report: { title: '上报', from: ['draft', 'open'], to: '*' }, // inferred
    remind: { title: '催报', from: ['open'], to: '*' }, // inferred
    plan: { title: '计划阅卷', from: ['draft', 'open', 'closed'], to: '*' }, // inferred
    mark: { title: '抽调阅卷教师', from: ['open', 'closed'], to: '*' }, // inferred
    open: { title: '开始', from: ['draft'], to: 'open' },
    number: { title: '写入考号', from: ['draft', 'open', 'closed'], to: '*' },
    close: { title: '截止', from: ['open'], to: 'closed' },
    reopen: { title: '重新开放', from: ['closed'], to: 'open' },
    archive: { title: '归档', from: ['closed'], to: 'archived' },
  },
)
