import { PORTFOLIO_KINDS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import type * as shape from '@xueheng/contract/domains/portfolio/statics.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { filterConditions } from '../../platform/rows/filters.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { allFields } from '../../platform/rows/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { sharesOf } from './shares.ts'
import { type Basis, byUnit, inState } from './statics-units.ts'
import { teachersInSight } from './teachers.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'

const WORDS = every(dictBiz, 'the order of the words of a dictionary is the same for all')

interface Query {
  areaCode: string | null
  schoolCode: string | null
  certDate_datege: string | null
  certDate_datele: string | null
  auditStatus: string | null
}

const { passed, archived } = portfolioStates.states

export async function staticsOf(ctx: Ctx, { auditStatus, ...query }: Query) {
  const basis = basisOf(ctx, query, auditStatus)
  const { summary, byArea, bySchool } = await byUnit(basis)
  return {
    summary,
    byArea,
    bySchool,
    byType: await byType(basis),
    byDict: await byDict(basis, summary.teacherTotal),
    counts: await countsOf(basis),
    prizes: await prizesOf(basis),
    trend: await trendOf(basis),
  }
}

function basisOf(ctx: Ctx, query: Omit<Query, 'auditStatus'>, auditStatus: string | null): Basis {
  const { areaCode, schoolCode, ...dates } = query
  const { fields } = teacherPortfolio
  const { table, condition } = teachersInSight(ctx)
  const unit = { areaCode_equal: areaCode, schoolCode_equal: schoolCode }
  const inUnit = filterConditions({ areaCode: fields.areaCode, schoolCode: fields.schoolCode }, unit)
  const [counted = sql`audit_status = ${passed.value}`] = filterConditions(
    { auditStatus: fields.auditStatus },
    { auditStatus },
  )
  return {
    ctx,
    entries: sql`(select * from ${visible(ctx, teacherPortfolio)} e
      where ${sql.join([sql`true`, ...filterConditions(allFields(teacherPortfolio), { ...dates, ...unit })], sql` and `)}) as entry`,
    teachers: sql`(select * from ${table} where ${sql.join([condition, ...inUnit], sql` and `)}) as teacher`,
    counted,
  }
}

async function byType({ ctx, entries, counted }: Basis): Promise<shape.PortfolioByType[]> {
  const found = await sql<{
    type: number
    total: number
    passed: number
    teachers: number
  }>`select portfolio_type as type,
      count(*)::int as total, ${inState(passed, archived)} as passed,
      count(distinct teacher_id) filter (where ${counted})::int as teachers
    from ${entries} group by portfolio_type`.execute(ctx.db)
  const names = await dictLabels(ctx, 'portfolio_type')
  return [...new Set(PORTFOLIO_KINDS.map((kind) => kind.portfolioType))].map((portfolioType) => {
    const row = found.rows.find((one) => one.type === portfolioType)
    return {
      portfolioType,
      name: names.get(String(portfolioType)) ?? String(portfolioType),
      entryTotal: row?.total ?? 0,
      passed: row?.passed ?? 0,
      teacherCount: row?.teachers ?? 0,
    }
  })
}

/** Where a teacher counts once, with the highest: the first of the dictionary, or the last where it ascends. */
const LADDERS: { field: keyof typeof teacherPortfolio.fields; title: string; isAscending?: boolean }[] = [
  { field: 'education', title: '最高学历' },
  { field: 'educationLevel', title: '最高学位' },
  { field: 'teacherCredentials', title: '教师资格', isAscending: true },
  { field: 'spokenLanguage', title: '普通话' },
  { field: 'dutyCredentials', title: '职称' },
]

async function byDict(basis: Basis, teacherTotal: number): Promise<shape.PortfolioDict[]> {
  const made: shape.PortfolioDict[] = []
  for (const { field, title, isAscending } of LADDERS) {
    const dict = (teacherPortfolio.fields[field] as Field).dict ?? ''
    const best = await bestOf(basis, snake(field), dict, isAscending === true)
    const labels = await dictLabels(basis.ctx, dict)
    const filled = best.map((row) => ({
      dictKey: row.key,
      dictValue: labels.get(row.key) ?? row.key,
      teacherCount: row.num,
    }))
    const rest = teacherTotal - filled.reduce((sum, row) => sum + row.teacherCount, 0)
    const items = [...filled, { dictKey: '', dictValue: '未填报', teacherCount: rest }]
    const rates = sharesOf(items.map((item) => item.teacherCount))
    made.push({ field, title, items: items.map((item, i) => ({ ...item, rate: rates[i] ?? 0 })) })
  }
  return made
}

async function bestOf({ ctx, entries, teachers, counted }: Basis, column: string, dict: string, isAscending: boolean) {
  const order = isAscending ? sql`d.sort desc nulls last` : sql`d.sort asc nulls last`
  const found = await sql<{ key: string; num: number }>`select best.key, count(*)::int as num from (
      select distinct on (entry.teacher_id) entry.${sql.ref(column)} as key
      from ${entries} left join ${WORDS} d
        on d.code = ${dict} and d.dict_key = entry.${sql.ref(column)} and d.is_deleted = 0 and coalesce(d.parent_id, 0) <> 0
      where ${counted} and coalesce(entry.${sql.ref(column)}, '') <> ''
        and exists (select 1 from ${teachers} where teacher.id::text = entry.teacher_id)
      order by entry.teacher_id, ${order}) best
    left join ${WORDS} d on d.code = ${dict} and d.dict_key = best.key and d.is_deleted = 0 and coalesce(d.parent_id, 0) <> 0
    group by best.key, d.sort order by d.sort nulls last, best.key`.execute(ctx.db)
  return found.rows
}

const COUNTED: { field: 'courseType' | 'targetObjectType'; title: string; portfolioType: number }[] = [
  { field: 'courseType', title: '公开课、课例', portfolioType: 8 },
  { field: 'targetObjectType', title: '辅导获奖', portfolioType: 11 },
]

async function countsOf({ ctx, entries, counted }: Basis): Promise<shape.PortfolioCounts[]> {
  const made: shape.PortfolioCounts[] = []
  for (const { field, title, portfolioType } of COUNTED) {
    const found = await sql<{ key: string; num: number }>`select ${sql.ref(snake(field))} as key, count(*)::int as num
      from ${entries} where portfolio_type = ${portfolioType} and ${counted} group by 1`.execute(ctx.db)
    const labels = await dictLabels(ctx, teacherPortfolio.fields[field].dict ?? '')
    const items = [...labels].map(([dictKey, dictValue]) => ({
      dictKey,
      dictValue,
      count: found.rows.find((row) => row.key === dictKey)?.num ?? 0,
    }))
    made.push({ field, title, items })
  }
  return made
}

const AWARD = 7

/** Awards by level and prize; levels without any are left out. */
async function prizesOf({ ctx, entries, counted }: Basis): Promise<shape.PortfolioPrize[]> {
  const found = await sql<{
    level: string
    prize: string
    num: number
  }>`select cert_level as level, prize_type as prize,
      count(*)::int as num
    from ${entries} where portfolio_type = ${AWARD} and ${counted} group by 1, 2`.execute(ctx.db)
  const levels = await dictLabels(ctx, 'district_type_cert_level')
  const prizes = await dictLabels(ctx, 'prize_type_cert_level')
  return [...levels]
    .filter(([certLevel]) => found.rows.some((row) => row.level === certLevel))
    .map(([certLevel, levelName]) => ({
      certLevel,
      levelName,
      counts: [...prizes].map(([prizeType, prizeName]) => ({
        prizeType,
        prizeName,
        count: found.rows.find((row) => row.level === certLevel && row.prize === prizeType)?.num ?? 0,
      })),
    }))
}

/** The later audit is the one that let an entry pass: an earlier one may have refused it. */
async function trendOf({ ctx, entries }: Basis): Promise<shape.PortfolioMonth[]> {
  const valid = [passed.value, archived.value]
  const found =
    await sql<shape.PortfolioMonth>`select month, sum(submitted)::int as submitted, sum(passed)::int as passed from (
      select to_char(submit_time, 'YYYY-MM') as month, 1 as submitted, 0 as passed from ${entries} where submit_time is not null
      union all
      select to_char(greatest(audit1_time, audit2_time), 'YYYY-MM'), 0, 1 from ${entries}
      where audit_status = any(${valid}::int[]) and greatest(audit1_time, audit2_time) is not null) step
    group by month order by month`.execute(ctx.db)
  return found.rows
}
