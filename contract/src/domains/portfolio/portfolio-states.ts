import { defineStates } from '../../kit/states.ts'

/** 档案的审核：学校先审，教育局再审；数值是约定。 */ // inferred
export const portfolioStates = defineStates(
  'portfolioAudit',
  {
    draft: { value: 0, title: '草稿' },
    waitSchool: { value: 1, title: '待学校审核' },
    schoolRefused: { value: 2, title: '学校已驳回' },
    waitBureau: { value: 3, title: '待教育局审核' },
    bureauRefused: { value: 4, title: '教育局已驳回' },
    passed: { value: 5, title: '审核通过' },
    archived: { value: 6, title: '已归档' },
  },
  {
    edit: { title: '修改', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    remove: { title: '删除', from: ['draft', 'schoolRefused', 'bureauRefused'], to: '*' },
    submit: { title: '提交审核', from: ['draft', 'schoolRefused', 'bureauRefused'], to: 'waitSchool' },
    withdraw: { title: '撤回', from: ['waitSchool'], to: 'draft' },
    passSchool: { title: '学校审核通过', from: ['waitSchool'], to: 'waitBureau' },
    passFinally: { title: '学校审核通过', from: ['waitSchool'], to: 'passed' },
    refuseSchool: { title: '学校驳回', from: ['waitSchool'], to: 'schoolRefused' },
    passBureau: { title: '教育局审核通过', from: ['waitBureau'], to: 'passed' },
    refuseBureau: { title: '教育局驳回', from: ['waitBureau', 'passed'], to: 'bureauRefused' },
    change: { title: '申请变更', from: ['passed'], to: '*' },
    archive: { title: '归档', from: ['passed'], to: 'archived' },
  },
)

export type PortfolioAction = keyof typeof portfolioStates.actions
