import { defineCall } from '../../kit/call.ts'
import { json, text } from '../../kit/field.ts'

/** 全部：教师数与覆盖率，各状态的档案数。 */
export interface PortfolioSummary {
  teacherTotal: number
  teacherWithEntry: number
  coverageRate: number
  entryTotal: number
  draft: number
  waitAudit1: number
  waitAudit2: number
  rejected: number
  passed: number
}

export interface PortfolioByType {
  portfolioType: number
  name: string
  entryTotal: number
  passed: number
  teacherCount: number
}

/** 一个县区或一所学校的合计；草稿不列。 */
export interface PortfolioByUnit extends Omit<PortfolioSummary, 'draft'> {
  code: string
  name: string
}

/** 一个字典值有多少位教师；最后一行是没有填报的（dictKey 为空）。 */
interface PortfolioShare {
  dictKey: string
  dictValue: string
  teacherCount: number
  rate: number
}

export interface PortfolioDict {
  field: string
  title: string
  items: PortfolioShare[]
}

/** 一个字典值有多少条。 */
export interface PortfolioCounts {
  field: string
  title: string
  items: { dictKey: string; dictValue: string; count: number }[]
}

/** 级别 × 奖项类型的条数。 */
export interface PortfolioPrize {
  certLevel: string
  levelName: string
  counts: { prizeType: string; prizeName: string; count: number }[]
}

export interface PortfolioMonth {
  month: string
  submitted: number
  passed: number
}

const date = (label: string) => text(label, { length: 19 })

/**
 * 档案统计。教师是范围内有教师身份的用户，一位教师在一个字典里只算最高的一级；覆盖率与字典的分布默认只看审核通过的
 * （auditStatus），各状态的条数总是全部。
 */ // inferred
export const portfolioStatics = defineCall('teacherPortfolio.statics', {
  method: 'GET',
  path: '/api/yzl-openapi/teacherPortfolio/staticsTeacherPortfolio',
  title: '档案统计',
  access: { permission: 'portfoliostatics_view' },
  input: {
    areaCode: text('县区', { length: 64 }),
    schoolCode: text('学校', { length: 64 }),
    certDate_datege: date('颁发证书日期'),
    certDate_datele: date('颁发证书日期'),
    auditStatus: text('审核状态', { length: 20 }),
  },
  output: {
    summary: json<PortfolioSummary>('合计'),
    byType: json<PortfolioByType[]>('按类别'),
    byDict: json<PortfolioDict[]>('按等级'),
    counts: json<PortfolioCounts[]>('按条数'),
    prizes: json<PortfolioPrize[]>('获奖'),
    byArea: json<PortfolioByUnit[]>('按县区'),
    bySchool: json<PortfolioByUnit[]>('按学校'),
    trend: json<PortfolioMonth[]>('按月'),
  },
})
