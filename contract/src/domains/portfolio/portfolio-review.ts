import { defineReview } from '../../kit/review.ts'
import { portfolioStates } from './portfolio-states.ts'
import { teacherPortfolio } from './teacher-portfolio.ts'

const audit1 = { audit1User: 'userName', audit1Time: 'time', audit1Opinion: 'opinion' } as const
const audit2 = { audit2User: 'userName', audit2Time: 'time', audit2Opinion: 'opinion' } as const
const refused = { rejectReason: 'opinion', rejectCount: 'count' } as const

/** 学校先审，教育局再审；教育局的驳回也用于撤销已通过的。不能审核本人的档案。 */
export const portfolioReview = defineReview('teacherPortfolio', {
  noun: '档案',
  entity: teacherPortfolio,
  states: portfolioStates,
  column: 'auditStatus',
  owner: 'teacherId',
  queueOrder: 'submitTime',
  ownerLink: '/portfolio/teacherPortfolio',
  steps: {
    send: { title: '提交审核', permission: 'teacherportfolio_edit', pass: ['submit'] },
    withdraw: { title: '撤回', permission: 'teacherportfolio_edit', pass: ['withdraw'] },
    audit1: {
      title: '档案一审',
      permission: 'teacherportfolio_audit1',
      pass: ['passSchool', 'passFinally'],
      reject: 'refuseSchool',
      link: '/portfolio/audit1',
      notOwn: true,
      narrowest: 'school',
      announced: true,
      paths: { list: 'getAudit1List' },
    },
    audit2: {
      title: '档案二审',
      permission: 'teacherportfolio_audit2',
      pass: ['passBureau'],
      reject: 'refuseBureau',
      link: '/portfolio/audit2',
      notOwn: true,
      narrowest: 'area',
      announced: true,
      paths: { list: 'getAudit2List' },
    },
    archive: {
      title: '档案归档',
      permission: 'teacherportfolio_audit2',
      pass: ['archive'],
      notOwn: true,
      narrowest: 'area',
    },
  },
  reasons: { refuseSchool: '请填写驳回原因', refuseBureau: '请填写驳回原因' },
  marks: {
    submit: { submitTime: 'time', rejectReason: 'none' },
    passSchool: audit1,
    passFinally: audit1,
    refuseSchool: { ...audit1, ...refused },
    passBureau: audit2,
    refuseBureau: { ...audit2, ...refused },
  },
  news: {
    passSchool: '学校审核通过，等待教育局审核',
    passFinally: '审核通过',
    passBureau: '审核通过',
    refuseSchool: '被学校驳回',
    refuseBureau: '被教育局驳回',
  },
  opinion: ['auditOpinion', 'rejectReason'], // inferred: names in bodies, and every path but getAudit1List and getAudit2List
  readers: ['portfolioteacher_view'],
})
