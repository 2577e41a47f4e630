import { defineStates } from '../../kit/states.ts'

/** 一条采集信息的状态：学校初审，局里复审，再校对；任务不审的，提交即通过。正在审核的改了，从初审重新走。 */
export const gatherStates = defineStates(
  'gatherStatus',
  {
    draft: { value: 0, title: '草稿' },
    waitSchool: { value: 1, title: '待初审' },
    waitBureau: { value: 2, title: '待复审' },
    passed: { value: 3, title: '审核通过' },
    collated: { value: 4, title: '已校对' },
    archived: { value: 5, title: '已归档' },
    schoolRefused: { value: 11, title: '初审驳回' },
    bureauRefused: { value: 12, title: '复审驳回' },
  },
  {
    edit: { title: '修改', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    change: { title: '修改', from: ['waitSchool', 'waitBureau'], to: 'waitSchool' },
    remove: { title: '删除', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    expire: {
      title: '到期清理', // inferred
      from: ['draft', 'passed', 'collated', 'archived', 'schoolRefused', 'bureauRefused'],
      to: '*',
    },
    submit: { title: '提交审核', from: ['draft', 'schoolRefused', 'bureauRefused'], to: 'waitSchool' },
    submitFinally: { title: '提交', from: ['draft', 'schoolRefused', 'bureauRefused'], to: 'passed' },
    withdraw: { title: '撤回', from: ['waitSchool'], to: 'draft' },
    passSchool: { title: '初审通过', from: ['waitSchool'], to: 'waitBureau' },
    passFinally: { title: '初审通过', from: ['waitSchool'], to: 'passed' },
    refuseSchool: { title: '初审驳回', from: ['waitSchool'], to: 'schoolRefused' },
    passBureau: { title: '复审通过', from: ['waitBureau'], to: 'passed' },
    refuseBureau: { title: '复审驳回', from: ['waitBureau'], to: 'bureauRefused' },
    collate: { title: '校对通过', from: ['passed'], to: 'collated' },
    refuseCollate: { title: '校对驳回', from: ['passed'], to: 'bureauRefused' },
    archive: { title: '归档', from: ['collated'], to: 'archived' },
    takeBack: { title: '取消归档', from: ['archived'], to: 'passed' }, // inferred
  },
)

export type GatherAction = keyof typeof gatherStates.actions
