import { readFileSync, readdirSync } from 'node:fs'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { isWorded } from '@xueheng/contract/domains/report/worded.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEnglish } from '../../web/src/platform/i18n/english.ts'
import type { Scope } from '../src/platform/ctx.ts'
import { type Desk, openDesk } from './fixtures/report-fixture.ts'

const CHINESE = /[\u4e00-\u9fff]/
const ENGLISH = new URL('../../web/src/locales/en/', import.meta.url)
const english = createEnglish(
  Object.assign({}, ...readdirSync(ENGLISH).map((file) => JSON.parse(readFileSync(new URL(file, ENGLISH), 'utf8')))),
)
/** Columns of names alone: of children, exams, knowledge points, lines as their bureau calls them. */
const OF_NAMES = ['studentName', 'examName', 'knowledge', 'pointName', 'lineName']
/** What the exam worked out by hand calls its areas, schools, classes, combinations of courses and lines. */
const NAME = /^([东西北]县|[一二三四]中|\d班|[语数物]+|(特控|本科)线)$/
const NAMES = /[一二]模|期中|特控线|本科线/g
const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** A report as the bureau reads it, and as a school that is told places as bands. */
async function answersOf({ name }: AnyReport): Promise<ReportAnswer[]> {
  const policy = defaultDisclosure('3')
  const whole = await desk.ask(name, { size: 200 })
  desk.setPolicy({ ...policy, rankVisible: { ...policy.rankVisible, school: 'band' } })
  const own = await desk.ask(name, { size: 200 }, SCHOOL)
  desk.setPolicy(policy)
  return [whole, own]
}

function isName(text: string): boolean {
  return text.split('、').every((part) => NAME.test(part))
}

/** Words without English, or in a column whose values the screen takes for names. */
function strangeCells({ records, totals, headers }: ReportAnswer): string[] {
  return leavesOf(headers).flatMap(({ key }) =>
    [...records, ...totals].flatMap((row) => {
      const value = row[key]
      if (typeof value !== 'string' || !CHINESE.test(value)) return []
      if (!isWorded(key, row)) return OF_NAMES.includes(key) ? [] : [`${key} is no column of words: ${value}`]
      return isName(value) || !CHINESE.test(english(value) ?? value) ? [] : [`${key}: ${value}`]
    }),
  )
}

function strangeTitles(headers: Header[]): string[] {
  return headers.flatMap(({ title, children }) => [
    ...(CHINESE.test(english(title) ?? title) && !isName(title) ? [title] : []),
    ...strangeTitles(children ?? []),
  ])
}

/** Lines below a table with Chinese in them that is no name of an exam or a line. */
function strangeLines({ basis, notes }: ReportAnswer): string[] {
  return [...basis, ...notes].filter((line) => CHINESE.test((english(line) ?? line).replaceAll(NAMES, '')))
}

test(
  'every fixed word in rows, heads and lines below of every report has English words',
  { timeout: 300_000 },
  async () => {
    let texts = 0
    for (const report of reportDomain.reports)
      for (const answer of await answersOf(report)) {
        const strange = [...strangeCells(answer), ...strangeTitles(answer.headers), ...strangeLines(answer)]
        expect([...new Set(strange)], report.name).toEqual([])
        texts += answer.records.length + answer.totals.length
      }
    expect(texts).toBeGreaterThan(500)
  },
)
