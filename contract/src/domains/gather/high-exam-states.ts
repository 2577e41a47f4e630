import { defineStates } from '../../kit/states.ts'

/** 高考成绩的审核：学校初审，局里复审；文化成绩和艺术成绩各走各的。归档前局里可以撤销已通过的。 */
export const highExamStates = defineStates(
  'gatherHighExamStatus',
  {
    draft: { value: 0, title: '草稿' },
    waitSchool: { value: 1, title: '待初审' },
    waitBureau: { value: 2, title: '待复审' },
    passed: { value: 3, title: '审核通过' },
    schoolRefused: { value: 11, title: '初审驳回' },
    bureauRefused: { value: 12, title: '复审驳回' },
  },
  {
    edit: { title: '修改', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    change: { title: '修改', from: ['waitSchool', 'waitBureau'], to: 'waitSchool' },
    remove: { title: '删除', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    submit: { title: '提交审核', from: ['draft', 'schoolRefused', 'bureauRefused'], to: 'waitSchool' },
    submitFinally: { title: '提交', from: ['draft', 'schoolRefused', 'bureauRefused'], to: 'passed' },
    withdraw: { title: '撤回', from: ['waitSchool'], to: 'draft' },
    correct: { title: '更正', from: ['waitSchool', 'waitBureau'], to: '*' }, // inferred
    passSchool: { title: '初审通过', from: ['waitSchool'], to: 'waitBureau' },
    passFinally: { title: '初审通过', from: ['waitSchool'], to: 'passed' },
    refuseSchool: { title: '初审驳回', from: ['waitSchool'], to: 'schoolRefused' },
    passBureau: { title: '复审通过', from: ['waitBureau'], to: 'passed' },
    refuseBureau: { title: '复审驳回', from: ['waitBureau'], to: 'bureauRefused' },
    revoke: { title: '撤销通过', from: ['passed'], to: 'bureauRefused' }, // inferred
    archive: { title: '归档', from: ['passed'], to: '*' },
  },
)

export type HighExamAction = keyof typeof highExamStates.actions

/** 一条高考成绩是否已写入高考成绩库；已归档的由局里取消归档后才能撤销审核。 */
export const highExamArchiveStates = defineStates(
  'gatherHighExamArchive',
  {
    open: { value: 0, title: '未归档' },
    archived: { value: 1, title: '已归档' },
  },
  {
    edit: { title: '修改', from: ['open'], to: '*' },
    revoke: { title: '撤销通过', from: ['open'], to: '*' }, // inferred
    archive: { title: '归档', from: ['open'], to: 'archived' },
    takeBack: { title: '取消归档', from: ['archived'], to: 'open' }, // inferred
  },
)
