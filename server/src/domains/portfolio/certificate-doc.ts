import { PORTFOLIO_KINDS, type PortfolioKind, kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { PaperRequest } from '../../platform/paper/paper.ts'
import type { labelsOf } from '../../platform/rows/labels.ts'
import type { Entry } from './rules.ts'

export type Labels = Awaited<ReturnType<typeof labelsOf>>

export const CERTIFICATE = '教师档案证明'

const TEMPLATE = new URL('certificate.typ', import.meta.url)
const FIELDS: [string, Field][] = Object.entries(teacherPortfolio.fields)
const NOT_PRINTED = new Set(['certName', 'certImageUrl'])
const DAY_LENGTH = 10

/** The certificate of one teacher at one school, as the press takes it. */
export function toCertificate(ctx: Ctx, bureau: string, entries: Entry[], labels: Labels): PaperRequest {
  const [first] = entries
  const school = labels.get('schoolCode')?.get(first?.schoolCode ?? '') ?? first?.schoolCode ?? ''
  const facts = [
    { label: '姓名', value: first?.teacherName ?? '' },
    { label: '教师编号', value: first?.teacherCode ?? '' },
    { label: '学校', value: school },
  ]
  const data = {
    title: CERTIFICATE,
    by: ctx.user.name,
    foot: `${bureau}　${CERTIFICATE}　${wallDay(ctx.now)}`,
    mark: null,
    facts,
    statement: `${first?.teacherName ?? ''}老师的下列${entries.length}项档案已经审核通过，特此证明。`,
    groups: PORTFOLIO_KINDS.flatMap((kind) => groupOf(kind, entries, labels)),
    day: wallDay(ctx.now),
  }
  return { template: TEMPLATE, data, charts: {} }
}

function groupOf(kind: PortfolioKind, entries: Entry[], labels: Labels) {
  const own = entries.filter((entry) => kindOf(entry.portfolioType, entry.portfolioChildType) === kind)
  if (own.length === 0) return []
  const lines = own.map((entry) => ({ name: entry.certName || kind.title, facts: factsOf(kind, entry, labels) }))
  return [{ title: kind.title, lines }]
}

/** What the kind asks for and the entry has, with the words of its keys. */
function factsOf(kind: PortfolioKind, entry: Entry, labels: Labels): string {
  const values = new Map<string, unknown>(Object.entries(entry))
  const asked = kind.fields.filter(({ name }) => !NOT_PRINTED.has(name))
  const said = asked.flatMap(({ name, label }) => {
    const [, field] = FIELDS.find(([one]) => one === name) ?? []
    const value = values.get(name)
    if (!field || value === null || value === undefined || value === '') return []
    return `${label ?? field.label}：${wordOf(field, String(value), labels.get(name))}`
  })
  return said.join('\n')
}

function wordOf({ kind }: Field, value: string, words: Map<string, string> | undefined): string {
  if (kind === 'flag') return value === '1' ? '是' : '否'
  return kind === 'dateTime' ? value.slice(0, DAY_LENGTH) : (words?.get(value) ?? value)
}
