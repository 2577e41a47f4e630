import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { STATUS_TEXTS } from '@xueheng/contract/domains/exam/mark-text.ts'
import { markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Words in place of marks: student, head of the course, word. */
function wordsOf({ headers, records }: ReportAnswer): unknown[][] {
  const marks = leavesOf(headers).filter((leaf) => leaf.statusKey)
  const titles = new Map(headers.flatMap(({ title, children }) => (children ?? []).map(({ key }) => [key, title])))
  return records.flatMap((row) =>
    marks.flatMap((leaf) => {
      const word = markWord(leaf, row)
      return word ? [[row['studentName'], titles.get(leaf.key), word]] : []
    }),
  )
}

describe('a mark that is not there', () => {
  it('says absent, cheated, misconduct, deferred, exempt in a word of its own each', () => {
    const header = { key: 'c1.score', title: '分数', statusKey: 'c1.status' }
    const { normal, zero, ...gone } = SCORE_STATUS
    const words = Object.values(gone).map((status) => markWord(header, { 'c1.score': null, 'c1.status': status }))
    expect(words).toEqual(['缺考', '作弊', '违纪', '缓考', '免考'])
    expect(words).toEqual(Object.values(STATUS_TEXTS))
    for (const status of [normal, zero])
      expect(markWord(header, { 'c1.score': 0, 'c1.status': status })).toBeUndefined()
  })

  // These list nobody without a total.
  const FEW = ['beforeN', 'criticalStudent']
  const lists = reportDomain.reports.filter(({ pivot }) => pivot && 'status' in pivot.columns)
  it.each(lists.filter(({ name }) => !FEW.includes(name)).map(({ name }) => name))(
    '%s: absent, cheated and not chosen are three words',
    async (name) => {
      const found = wordsOf(await desk.ask(name, { size: 100 }))
      expect(found).toEqual(
        expect.arrayContaining([
          ['周五', '语文', '缺考'],
          ['褚十一', '物理', '未选'],
          ['卫十二', '数学', '作弊'],
        ]),
      )
      expect(found).toHaveLength(6)
    },
  )

  it('of a comparison over exams tells a paper not sat from one not chosen and one not set', async () => {
    const word = async (studentNumber: string, courseName: string) => {
      const { headers, records } = await desk.ask('studentVertical', { studentNumber, courseName, examIds: '1001' })
      const leaf = leavesOf(headers).find(({ key }) => key === 'score')
      return leaf && markWord(leaf, records[0] ?? {})
    }
    expect(await word('26005', '语文')).toBe('缺考')
    expect(await word('26011', '物理')).toBe('未选')
    expect(await word('26011', '音乐')).toBe('未开考')
    expect(await word('26011', '语文')).toBeUndefined()
  })
})
